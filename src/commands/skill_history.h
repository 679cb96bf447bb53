#pragma once

#include <optional>

#include "commands/io.h"
#include "facts/history.h"
#include "model/skill.h"

namespace skillstow {

// Where the skill comes from, if git knows. That it cannot be told is worth a word, and no reason to show nothing.
std::optional<History> skill_history(const Skill& skill, Io& io);

}  // namespace skillstow
