#pragma once

#include <span>
#include <string_view>

namespace skillstow {

// Why an agent leaves a skill out where no rule is broken: it is about the place, or the author's own wish. These words
// stand in AgentVerdict::why beside the ids of rules, and `explain` knows them too.
struct Cause {
  std::string_view id;
  std::string_view summary;  // one line, without a full stop
  std::string_view what;     // which agents, and what to do
};

std::span<const Cause> all_causes();           // by id
const Cause* find_cause(std::string_view id);  // nullptr if there is none

}  // namespace skillstow
