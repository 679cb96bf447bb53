#include "commands/skill_history.h"

#include "base/format.h"
#include "base/text.h"
#include "site/around.h"

namespace skillstow {

std::optional<History> skill_history(const Skill& skill, Io& io) {
  const Result<std::optional<History>> read = source_of_folder(skill.path);
  if (read) return *read;
  if (!io.quiet) io.err(format("skillstow: {}: {}\n", visible(skill.path), visible(read.error().message)));
  return std::nullopt;
}

}  // namespace skillstow
