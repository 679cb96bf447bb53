#include "config/rule_ids.h"

#include "rules/rule.h"
#include "structure/structure_rules.h"

namespace skillstow {
namespace {

template <class Visit>
void each_rule(Visit visit) {
  for (const Rule* rule : all_rules()) visit(*rule);
  for (const Rule* rule : structure_rules()) visit(*rule);
}

}  // namespace

std::vector<std::string_view> rule_ids() {
  std::vector<std::string_view> ids;
  each_rule([&](const Rule& rule) { ids.push_back(rule.id); });
  return ids;
}

std::vector<std::string_view> rules_named(std::string_view word) {
  std::vector<std::string_view> ids;
  each_rule([&](const Rule& rule) {
    if (rule.id == word || name_of(rule.category) == word) ids.push_back(rule.id);
  });
  return ids;
}

bool is_safety_rule(std::string_view id) {
  const Rule* rule = find_rule(id);
  return rule != nullptr && rule->category == Category::safety;
}

}  // namespace skillstow
