#pragma once

#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"

namespace skillstow {

// Gives each finding of a skill its fingerprint: 32 hexadecimal digits that stay the same when lines move, messages are
// reworded or blanks change, and that differ between any two findings of one run. Made of the rule, the skill's
// `identity`, the file, the line that it is in, and its number among those that have all of these in common. The
// findings must be sorted (sort_diagnostics).
void set_fingerprints(std::vector<Diagnostic>& findings, const Skill& skill, std::string_view identity);

// Of a finding that concerns no single skill: the rule and the place alone.
void set_fingerprint(Diagnostic& finding, std::string_view identity);

}  // namespace skillstow
