#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/skill.h"

namespace skillstow {

// What the skill says of its licence. Nothing here is legal advice: `spdx` is a guess by sure marks, or absent.
struct Licence {
  std::optional<std::string> field;  // the `license` field, as written
  std::optional<std::string> file;   // LICENSE or the like, directly in the skill's folder
  std::optional<std::string> spdx;   // identifier of the SPDX list, from the file's text, else from the field

  bool known() const { return field || file; }
};

Licence find_licence(const Skill& skill);

// Whether a file at the top of a folder is meant to hold its licence, by its name: LICENSE, COPYING.md, LICENCE-MIT.
bool is_licence_file(std::string_view path);

// The SPDX identifier of a licence's full text, or "" if it has none of the marks.
std::string_view spdx_of_text(std::string_view text);

// The SPDX identifier that a short name means ("MIT License", "Apache 2.0"), or "".
std::string_view spdx_of_name(std::string_view name);

}  // namespace skillstow
