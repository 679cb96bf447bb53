#include "install/brief.h"

#include <algorithm>
#include <map>

#include "base/format.h"
#include "facts/facts.h"

namespace skillstow {
namespace {

void add_once(std::vector<std::string>& list, std::string_view text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.emplace_back(text);
}

std::vector<std::string> risks_of(const Judgement& judgement) {
  std::map<std::string_view, Risk> gravest;
  for (const Diagnostic& finding : judgement.findings) {
    if (finding.risk == Risk::none) continue;
    Risk& risk = gravest[finding.rule];
    risk = std::max(risk, finding.risk);
  }
  std::vector<std::pair<std::string_view, Risk>> sorted(gravest.begin(), gravest.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<std::string> risks;
  for (const auto& [rule, risk] : sorted) risks.push_back(format("{} ({})", rule, name_of(risk)));
  return risks;
}

}  // namespace

SkillBrief brief_of(const Skill& skill, const Judgement& judgement) {
  const SkillFacts facts = collect_facts(skill);
  SkillBrief brief;
  brief.safety = judgement.safety;
  brief.risks = risks_of(judgement);
  brief.tools = facts.permissions.allowed_tools.value_or(std::vector<std::string>{});
  for (const DynamicCommand& command : facts.dynamic) add_once(brief.dynamic, command.command);
  for (const HookCommand& hook : facts.permissions.hooks) add_once(brief.dynamic, hook.command);
  for (const Command& command : facts.commands) add_once(brief.commands, command.name);
  for (const WebAddress& url : facts.urls) {
    if (!url.own && !is_name_only(url)) add_once(brief.hosts, url.host);
  }
  brief.listing_tokens = facts.tokens.listing.estimate;
  brief.body_tokens = facts.tokens.body.estimate;
  return brief;
}

}  // namespace skillstow
