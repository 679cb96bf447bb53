#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "facts/history.h"
#include "model/skill.h"

namespace skillstow {

// One way to install a skill for an agent. A command that does not exist for a scope is empty.
struct InstallCommand {
  std::string tool;        // "skills CLI"
  std::string project;     // for one project, to be run in its root
  std::string user;        // for all of a user's projects
  std::string note;        // where it puts the skill, what it needs
  bool shell = true;       // false: to be typed to the agent
  std::string first = {};  // to be run before either; mostly empty
};

struct AgentInstall {
  const Agent* agent = nullptr;
  std::string project_folder;  // ".claude/skills/pdf"
  std::string user_folder;     // "~/.claude/skills/pdf"
  std::vector<InstallCommand> commands;
  std::string request;  // a text to give to the agent itself; empty where nobody else can reach the skill
};

// The ways to install a skill, for each first-class agent, with the folders that the agent reads. From the repository
// that git names, else from the folder as it was given. Names and paths of the skill are quoted for a POSIX shell.
// Fails if the skill's name can be no folder's name. Sources of the tools' habits: vercel-labs/skills 1.7.4, cli/cli
// pkg/cmd/skills, Gemini CLI 0.61, openai/skills skill-installer, as read in their source.
Result<std::vector<AgentInstall>> install_commands(const Skill& skill, const std::optional<History>& source);

// A word as a POSIX shell takes it for itself: as it is where that is safe, else in single quotes.
std::string shell_word(std::string_view text);

// Where a file of the skill can be read in its repository, at the commit; empty if that is not known. Knows github.com
// and gitlab.com. `path` counts from the skill's folder, "" is the folder itself.
std::string web_address(const std::optional<History>& source, std::string_view path, std::uint32_t line = 0);

}  // namespace skillstow
