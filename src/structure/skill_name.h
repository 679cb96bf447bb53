#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// Agent Skills specification, name field: 1 to 64 of a-z, 0-9 and single hyphens, none at either end. The error's
// message says what is wrong; its help names the nearest good name, if there is one.
Result<void> check_skill_name(std::string_view name);

// The name in the form that the specification asks for: "My Skill_2" -> "my-skill-2", "PDFForms" -> "pdf-forms". Empty
// if nothing is left of it.
std::string suggested_skill_name(std::string_view name);

}  // namespace skillstow
