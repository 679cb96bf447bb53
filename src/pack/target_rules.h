#pragma once

#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "pack/pack_list.h"
#include "pack/targets.h"

namespace skillstow {

// What a target asks that the skill does not give: every breach with the limit and where it is written.
std::vector<Diagnostic> check_target(const Target& target, const Skill& skill, const PackList& list);

// The same of the finished package.
std::vector<Diagnostic> check_package_size(const Target& target, std::uint64_t bytes);

}  // namespace skillstow
