#pragma once

#include <string>

#include "model/skill.h"
#include "pack/targets.h"

namespace skillstow {

// The manifest of a plugin that holds this skill, as JSON, made from the skill's frontmatter alone.
std::string plugin_manifest(const Target& target, const Skill& skill, const std::string& name);

// The text of a scalar below metadata, or "".
std::string metadata_text(const Skill& skill, std::string_view key);

}  // namespace skillstow
