#pragma once

#include <string>

#include "lint/discover.h"
#include "model/skill.h"

namespace skillstow {

// Loads a skill that was discovered. `shown_root` is the tree's root as it is reported; `root_name` the name of the
// root's folder
// ("" = unknown). Of a whole repository only what can belong to its root skill is read: other skills, hidden folders
// and dependencies are left out. Version control is left out everywhere.
Skill load_found(const Tree& tree, const Discovery& discovery, const FoundSkill& found, const std::string& shown_root,
                 const std::string& root_name);

}  // namespace skillstow
