#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/resolve.h"
#include "model/skill.h"

namespace skillstow {

// What one agent will do with a skill. `why` holds rule ids (and, where no rule names the cause, words of the same
// form), the most important first: what keeps the skill from loading or changes what is shown.
struct AgentVerdict {
  std::string_view agent;                 // id
  bool loads = false;                     // the agent lists the skill
  std::string name;                       // as the agent shows it; empty if it does not load
  std::string description;                // as the agent shows it
  std::vector<std::string_view> changed;  // "name", "description", "body": shown otherwise than written
  bool silent = false;                    // it drops or changes the skill and tells its user nothing
  std::vector<std::string_view> why;
  std::string message;  // one sentence for a person: what the agent does and why; empty if all is well
};

// Where the skill is judged. Default: as if its folder stood directly in each agent's own skills folder.
struct Placement {
  std::optional<StandingPlace> place;  // set: the skill stands in a skills folder and is judged there
  std::string real_folder;             // its folder is a link: the name of the folder that it leads to; "" = it is none
};

// The verdicts of the first-class agents, by id: claude-code, codex, cursor, gemini-cli, github-copilot, opencode.
// Pure: reads only what was loaded. Linear in the size of SKILL.md.
std::vector<AgentVerdict> predict(const Skill& skill, const Placement& placement = {});

// One agent alone; `agent` must be first_class.
AgentVerdict predict_for(const Agent& agent, const Skill& skill, const Placement& placement = {});

}  // namespace skillstow
