#pragma once

#include <span>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// From where an agent that was started below a project's root reads a folder of it.
enum class Levels {
  every,    // in each folder from the project's root down to the current one
  current,  // in the current folder only
};

// A folder that an agent reads skills from: ".agents/skills" counts from a project, "~/.agents/skills" from the home.
struct ReadFolder {
  std::string_view folder;
  Levels levels = Levels::every;  // of a project folder
};

// An environment variable that takes the place of the start of the agent's folders in the home: CODEX_HOME stands for
// "~/.codex", XDG_CONFIG_HOME for "~/.config".
struct HomeVariable {
  std::string_view name;      // "" = none
  std::string_view replaces;  // "~/.codex"; "~" for a variable that moves the whole home
};

// What is known of a coding agent's folders: one row of the table in table.cpp.
struct Agent {
  std::string_view id;           // as in --agent ID
  std::string_view name;         // for people
  std::string_view project_dir;  // where its skills are put in a project: ".claude/skills"
  std::string_view user_dir;     // and in the home: "~/.claude/skills"; "" = it has none
  HomeVariable variable{};
  std::span<const ReadFolder> reads{};          // all folders, highest precedence first; empty = the two above
  std::span<const std::string_view> markers{};  // what proves its presence; empty = the folders around the two above
  std::span<const std::string_view> aliases{};  // other names that people give for it
  std::string_view version{};                   // of the agent that was watched; "" = known from tables or pages only
  std::string_view source{};                    // where the row's facts come from; "" = the installers' tables
  bool first_class = false;                     // its loader is modelled: see agents/predict.h
  bool shared = false;                          // the pseudo agent "agents": the folder that many agents read
};

// All agents, by id; the shared folder's pseudo agent stands first.
std::span<const Agent> all_agents();

// By id or alias ("claude" is claude-code); nullptr if there is none.
const Agent* find_agent(std::string_view id);

// The agent of that id or alias whose loader is modelled; else a usage error that says what it is instead, and which
// agents are judged.
Result<const Agent*> find_judged_agent(std::string_view id);

// The id that was most likely meant, or "".
std::string_view nearest_agent(std::string_view id);

}  // namespace skillstow
