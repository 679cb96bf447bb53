#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/skill.h"

// What the commands that look at skills below paths share.
namespace skillstow {

// Whether `names`, as --skill gives them, choose the skill: by its declared name, or its folder's where it has none.
// No names or "*": all.
bool is_chosen(const Skill& skill, const std::vector<std::string>& names);

// The names for a message: the first twelve, and "…" for the rest.
std::string first_of(std::vector<std::string> names);

// That there is no skill below the paths, or (`some`) none of the names.
Error nothing_found(const std::vector<std::string>& paths, const std::vector<std::string>& names, bool some);

}  // namespace skillstow
