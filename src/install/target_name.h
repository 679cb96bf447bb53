#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// The name of the folder that a skill is put in: the name that SKILL.md declares if it can be a folder's name on every
// system, else a safe form of it ("pack:lint" -> "pack-lint", "My Tool." -> "my-tool"). Without a name, or with one of
// which nothing is left, the same of the folder that it stands in. SKILL.md itself is never rewritten.
//
// A name is never taken for a path: one that holds a separator, or is "." or "..", is refused rather than made safe,
// since nobody gives a skill such a name by mistake.
Result<std::string> target_name(std::string_view declared, std::string_view folder);

// Names with the same key are one folder on a disk that is blind to letter case or to Unicode forms.
std::string collision_key(std::string_view name);

}  // namespace skillstow
