#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

// One folder that changes, and where its old and new states are meanwhile. All paths are absolute.
struct Change {
  std::string target;
  std::string staged;           // the new state, complete; empty: the target is removed
  std::string aside;            // where the old state goes where the file system cannot exchange two folders
  std::string backup;           // where the old state is kept in the end; empty: it is deleted
  std::uint64_t new_inode = 0;  // to know, after a run that was broken off, which of the two is at the target
  std::uint64_t old_inode = 0;  // 0: nothing was there
};

// What a run is about to do, written down before it does it. The next run reads it if this one did not end.
struct Journal {
  enum class Phase {
    staging,   // nothing was changed yet: throw the staged away
    swapping,  // everything is staged: go on to the end
    undoing,   // something failed: go back
  };
  Phase phase = Phase::staging;
  std::vector<std::string> staging;  // folders of this run's own, to be removed
  std::vector<std::string> folders;  // folders above the targets that it makes
  std::vector<Change> changes;
  std::string undo;    // the folder below Site::undo that gets the old states; empty: they are deleted
  std::string before;  // what the record's file holds: what the old states must be to be deleted
  std::string record;  // what it shall hold; empty: it is removed
};

std::string write_journal(const Journal& journal);
Result<Journal> parse_journal(std::string_view json, const std::string& file);

}  // namespace skillstow
