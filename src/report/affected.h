#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lint/engine.h"

namespace skillstow {

// The agents that do something else than load the skill as it is written, in words, told once for each cause.
struct Affected {
  std::string_view rule;  // the first cause of their verdicts; "" if they name none
  bool named = false;     // some finding is of that rule, so the cause has been told
  std::string text;       // "GitHub Copilot leaves the skill out and says so; Codex and OpenCode show another …"
};

// In the order of the agents, without those whose verdict is a finding itself. Agents that do the same are named
// together; what is not told by a finding comes with its cause.
std::vector<Affected> affected_agents(const Judgement& judgement);

// One agent's outcome in a word, with a star if it says nothing of it: "loads", "changed", "changed*", "drops",
// "drops*".
std::string outcome_word(const AgentVerdict& verdict);

}  // namespace skillstow
