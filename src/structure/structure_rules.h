#pragma once

#include <span>

#include "rules/rule.h"

namespace skillstow {

// What a check against a structure can find, documented like every other rule, for `explain` and the outputs that list
// rules. They have no `check` of their own: check_structure() runs all of them. The block of YAML in `what` is a
// structure against which `bad` breaks the rule and `good` does not.
std::span<const Rule* const> structure_rules();  // by id

// The source of all of them.
inline constexpr std::string_view k_structure_source = "A structure that the user asked for: docs/structure.md.";

}  // namespace skillstow
