#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "install/disk.h"
#include "install/site.h"

namespace skillstow {

// What one target held before a change.
struct UndoTarget {
  std::string target;  // as Site::shown has it
  std::string old;     // absolute: where its old state is kept; empty: nothing was there
};

// The last change of a site, with all that is needed to take it back. Each change keeps what it replaced and removed in
// Site::undo until the next one.
struct UndoStep {
  std::string root;    // of the site, for a person
  std::string before;  // what the record's file held; empty: there was none
  std::string after;   // what it has held since; empty: there is none
  std::string now;     // a record again: `after`, but with the files that stand where they are not what it says
  std::vector<UndoTarget> targets;
};

std::string write_undo(const UndoStep& step);
Result<UndoStep> parse_undo(std::string_view json, const std::string& file);

// nullopt: nothing was changed here yet, or what it needs was thrown away.
Result<std::optional<UndoStep>> read_undo(const Site& site);

// The file in a step's folder that makes it complete: written last.
std::string undo_file(const std::string& folder);

// Removes the steps before the one in `folder`, which may not exist.
Result<void> drop_other_undo(Disk& disk, const Site& site, const std::string& folder);

// A copy of a file, a link or a whole folder, with their modes.
Result<void> copy_tree(Disk& disk, const std::string& from, const std::string& to);

}  // namespace skillstow
