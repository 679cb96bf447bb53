#pragma once

#include <string>
#include <vector>

#include "agents/listing.h"
#include "agents/predict.h"
#include "agents/resolve.h"
#include "lint/discover.h"

namespace skillstow {

// A skill in one of the folders that an agent reads.
struct SeenSkill {
  enum class State {
    listed,
    shadowed,  // another one of the same name, in a folder of higher precedence, is listed in its place
    left_out,  // the agent does not load it; verdict.message says why
  };
  State state = State::listed;
  std::string path;  // absolute
  Scope scope = Scope::project;
  AgentVerdict verdict;
  std::string shadowed_by;  // path
};

struct DeadLink {
  std::string path;    // absolute
  std::string target;  // as the link says
};

// All that one agent makes of the folders that it reads: what it lists, in the order of precedence, and what it costs.
struct AgentView {
  const Agent* agent = nullptr;
  std::vector<ResolvedFolder> folders;  // that exist, highest precedence first
  std::vector<SeenSkill> skills;        // by folder, then by path
  std::vector<DeadLink> dead_links;
  std::vector<Skipped> unreadable;
  ListingCost listing;  // of what is listed
};

// Reads the agent's folders. `agent` must be one that is judged (first_class).
AgentView view_of(const Agent& agent, const Whereabouts& where);

}  // namespace skillstow
