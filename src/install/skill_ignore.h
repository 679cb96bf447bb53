#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/tree.h"

namespace skillstow {

// The .skillignore at the root of a skill: what its author does not want to be installed or packed. One pattern a line,
// as config/glob.h reads it, from the skill's folder; "/" at the start holds a name to the root, "!" takes back what an
// earlier line left out, "#" starts a comment. Nothing comes back below a folder that is left out.
class SkillIgnore {
 public:
  static SkillIgnore parse(std::string_view text);

  // Why a file or folder is left out, as words behind its name; "" if it is not.
  std::string_view reason(std::string_view path) const;

 private:
  struct Pattern {
    std::string glob;
    bool root_only = false;
    bool keep = false;
  };
  std::vector<Pattern> patterns_;
};

// What stands in the folder's .skillignore; nothing is left out if there is none or it cannot be read.
SkillIgnore read_skill_ignore(const Tree& tree, std::string_view folder);

}  // namespace skillstow
