#include "site/offer.h"

#include <algorithm>

#include "base/text.h"
#include "pack/pack_list.h"
#include "pack/package.h"
#include "pack/targets.h"

namespace skillstow {

std::optional<SiteEntry> offer_of(const Tree& tree, const FoundSkill& found, const Skill& skill,
                                  const Judgement& judgement) {
  if (!judgement.valid || judgement.safety == "fail") return std::nullopt;
  const Target& target = *find_target("well-known");
  const PackList list = list_for_packing(tree, found);
  const bool refused = std::any_of(list.problems.begin(), list.problems.end(),
                                   [](const Diagnostic& problem) { return problem.severity == Severity::error; });
  if (list.impossible || refused || list.files.size() > target.files.most || list.bytes() > target.total_bytes.most)
    return std::nullopt;
  Result<SiteEntry> entry = site_entry(skill, list, fold_space(skill.name().value_or("")), package_time("").value());
  if (!entry) return std::nullopt;
  entry->description = fold_space(skill.description().value_or(""));
  entry->url = entry->name + (entry->type == "archive" ? std::string(target.ending) : ".md");
  return std::move(*entry);
}

}  // namespace skillstow
