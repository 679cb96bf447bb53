#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "facts/steps.h"
#include "model/diagnostic.h"
#include "model/skill.h"

namespace skillstow::rules {

// Numbers the steps of one run upwards without gap from its first. Nothing if the numbers are not whole ones in rising
// order ("2a", "Step 1 of 3"), since then it is not certain what each should be. Not safe where any text of the skill
// names a step by its number: it would lead to another one afterwards.
std::optional<Fix> renumber(const Skill& skill, const std::vector<SkillStep>& steps, std::uint32_t run);

}  // namespace skillstow::rules
