#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "agents/predict.h"
#include "model/diagnostic.h"
#include "model/skill.h"

namespace skillstow {

struct Settings;  // config/settings.h

// Which fixes are wanted.
struct FixChoice {
  bool unsafe = false;                 // those too that a person should look at
  std::vector<std::string> rules;      // of these rules only; empty: of all
  Placement placement;                 // where the skill stands, for what agents make of it
  const Settings* settings = nullptr;  // what the configuration says of the skill; nullptr = as all comes
};

// A file as it is and as it will be. Paths are from the skill's folder.
struct FileChange {
  std::string file;
  std::string new_file;  // the same if it keeps its name
  std::string before;
  std::string after;
  bool executable = false;  // gets its execute bits

  bool renames() const { return file != new_file; }
  bool edits() const { return before != after; }
};

struct AppliedFix {
  std::string rule;
  std::string title;
  std::string file;        // of the finding, by the name that it has on the disk
  std::uint32_t line = 0;  // in the text that the fix found; 0: the whole file
  bool safe = true;
};

// A fix that was offered and not taken, and why.
struct RefusedFix {
  std::string rule;
  std::string file;
  std::string reason;
};

struct Mended {
  std::vector<FileChange> files;  // that change; the manifest first, then by path
  std::vector<AppliedFix> fixes;  // in the order in which they were made
  std::vector<RefusedFix> refused;
  Skill skill;  // as it is then
};

// Applies the fixes of all that the rules find in the skill, again and again until nothing is left to do, in memory
// alone. Of fixes that overlap the first goes first. A fix is refused where its rule would not fall silent, where the
// frontmatter could no longer be read, where an agent that loads the skill would drop it, or where more errors and
// warnings would follow than there were. Files that are no UTF-8 and links are left as they are. Pure; a second call on
// the outcome finds nothing to do.
Mended mend(const Skill& skill, const FixChoice& choice = {});

// The skill after the fixes of these findings, which must be the skill's own; fixes that collide with one before them
// are left out. `taken` (may be null) gets those that went in.
Skill with_fixes(const Skill& skill, const std::vector<const Diagnostic*>& findings,
                 std::vector<const Diagnostic*>* taken = nullptr);

// The changes as git writes them: modes, new names, and hunks. `folder`: the skill's, put before the paths.
std::string diff_of(const FileChange& change, const std::string& folder);

}  // namespace skillstow
