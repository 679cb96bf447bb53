#include "report/affected.h"

#include <algorithm>

#include "agents/agent.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

struct Group {
  std::vector<std::string> agents;
  const AgentVerdict* verdict = nullptr;  // of the first
  std::string cause;                      // what the first does: "cuts the description to 1024 characters"
  bool same_cause = true;
};

std::string_view shown_name(std::string_view id) {
  const Agent* agent = find_agent(id);
  return agent ? agent->name : id;
}

// The verdict's sentence without the agent's name and without what follows from its other members.
std::string cause_of(const AgentVerdict& verdict) {
  std::string_view text = verdict.message;
  const std::string_view name = shown_name(verdict.agent);
  if (text.starts_with(name)) text = trim(text.substr(name.size()));
  for (const std::string_view tail :
       {"; it leaves the skill out and says nothing", "; it leaves the skill out and says so", ", and says nothing"}) {
    if (text.ends_with(tail)) text.remove_suffix(tail.size());
  }
  return std::string(text);
}

// "A", "A and B", "A, B and C"
std::string all_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += names[i];
  }
  return text;
}

std::string all_of(const std::vector<std::string_view>& names) {
  return all_of(std::vector<std::string>(names.begin(), names.end()));
}

// The sentence's verb, its first word, for one or for many: "refuses" -> "refuse".
std::string conjugated(const std::string& cause, bool many) {
  if (!many) return cause;
  const std::size_t end = std::min(cause.find(' '), cause.size());
  std::string verb = cause.substr(0, end);
  if (verb == "does") {
    verb = "do";
  } else if (verb.ends_with("sses")) {
    verb.resize(verb.size() - 2);
  } else if (verb.ends_with('s')) {
    verb.pop_back();
  }
  return verb + cause.substr(end);
}

bool does_the_same(const AgentVerdict& a, const AgentVerdict& b) {
  return a.loads == b.loads && a.silent == b.silent && a.changed == b.changed;
}

// Whether a finding says this very sentence: those that are made of verdicts do.
bool is_told(const Judgement& judgement, const AgentVerdict& verdict) {
  if (verdict.message.empty()) return false;
  return std::any_of(judgement.findings.begin(), judgement.findings.end(), [&](const Diagnostic& finding) {
    return finding.category == Category::agents && finding.message.find(verdict.message) != std::string::npos;
  });
}

std::string sentence(const Group& group, bool with_cause) {
  const AgentVerdict& verdict = *group.verdict;
  const bool many = group.agents.size() > 1;
  std::string text = all_of(group.agents) + " ";
  // Below its finding, that a skill is left out needs no reason; what is shown instead is best said by the agent's own.
  const bool own_words = group.same_cause && !group.cause.empty() && (with_cause || verdict.loads);
  if (own_words) text += conjugated(group.cause, many);
  if (!verdict.loads) {
    text += own_words ? (many ? ": they leave the skill out" : ": it leaves the skill out")
                      : (many ? "leave the skill out" : "leaves the skill out");
    text += verdict.silent ? ", silently" : " and ";
    if (!verdict.silent) text += many ? "say so" : "says so";
    return text;
  }
  if (!own_words) {
    text += verdict.changed.empty() ? (many ? "read it in their own ways" : "reads it in its own way")
                                    : format("{} another {}", many ? "show" : "shows", all_of(verdict.changed));
  }
  if (verdict.silent) text += ", silently";
  return text;
}

}  // namespace

std::vector<Affected> affected_agents(const Judgement& judgement) {
  std::vector<Affected> affected;
  std::vector<std::vector<Group>> groups;  // of each
  for (const AgentVerdict& verdict : judgement.agents) {
    if (verdict.loads && verdict.changed.empty() && verdict.message.empty()) continue;
    if (is_told(judgement, verdict)) continue;
    const std::string_view rule = verdict.why.empty() ? std::string_view{} : verdict.why.front();
    auto one = std::find_if(affected.begin(), affected.end(), [&](const Affected& a) { return a.rule == rule; });
    if (one == affected.end()) {
      const bool named = std::any_of(judgement.findings.begin(), judgement.findings.end(),
                                     [&](const Diagnostic& finding) { return finding.rule == rule; });
      affected.push_back({rule, named, {}});
      groups.emplace_back();
      one = affected.end() - 1;
    }
    std::vector<Group>& of_rule = groups[static_cast<std::size_t>(one - affected.begin())];
    const std::string cause = cause_of(verdict);
    auto group = std::find_if(of_rule.begin(), of_rule.end(), [&](const Group& other) {
      return does_the_same(*other.verdict, verdict) && (one->named || other.cause == cause);
    });
    if (group == of_rule.end()) {
      of_rule.push_back({{}, &verdict, cause, true});
      group = of_rule.end() - 1;
    }
    group->agents.emplace_back(shown_name(verdict.agent));
    group->same_cause = group->same_cause && group->cause == cause;
  }
  for (std::size_t i = 0; i < affected.size(); ++i) {
    for (const Group& group : groups[i]) {
      if (!affected[i].text.empty()) affected[i].text += "; ";
      affected[i].text += sentence(group, !affected[i].named);
    }
  }
  return affected;
}

std::string outcome_word(const AgentVerdict& verdict) {
  if (verdict.loads && verdict.changed.empty()) return "loads";
  return format("{}{}", verdict.loads ? "changed" : "drops", verdict.silent ? "*" : "");
}

}  // namespace skillstow
