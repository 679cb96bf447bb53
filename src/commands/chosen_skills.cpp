#include "commands/chosen_skills.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {

bool is_chosen(const Skill& skill, const std::vector<std::string>& names) {
  if (names.empty() || std::find(names.begin(), names.end(), "*") != names.end()) return true;
  return std::find(names.begin(), names.end(), skill.name().value_or(skill.folder)) != names.end();
}

std::string first_of(std::vector<std::string> names) {
  constexpr std::size_t k_most = 12;
  if (names.size() > k_most) {
    names.resize(k_most);
    names.emplace_back("…");
  }
  return visible(join(names, ", "));
}

Error nothing_found(const std::vector<std::string>& paths, const std::vector<std::string>& names, bool some) {
  const std::string what = some && !names.empty() ? format("skill named {}", visible(join(names, ", "))) : "SKILL.md";
  return {ErrorKind::not_found, "",
          format("no {} below {}: there is nothing to look at", what, visible(join(paths, ", "))), ""};
}

}  // namespace skillstow
