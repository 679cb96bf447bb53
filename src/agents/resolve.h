#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"

namespace skillstow {

// Project: the agent's folder in one project. User: the one in the home, for all projects.
enum class Scope { project, user };

// Where folders are resolved from. `env` answers for the environment, so that tests and --dir can stand in for it.
struct Whereabouts {
  std::string home;     // absolute; "" = not known: then no user folder resolves
  std::string project;  // absolute: the project's root
  std::string current;  // absolute, the project's root or a folder below it; "" = the root
  std::function<std::optional<std::string>(const std::string&)> env;
};

// The absolute path of a folder as the table has it: "~/…" in the home, moved by the agent's variable if that is set
// and not empty (a relative value counts from the project), else in the project. "" if the home is needed and unknown.
std::string resolve_folder(const Agent& agent, std::string_view folder, const Whereabouts& where);

// Where skills for the agent are put, absolute; "" if the agent has no folder in that scope.
std::string skills_folder(const Agent& agent, Scope scope, const Whereabouts& where);

struct ResolvedFolder {
  Scope scope = Scope::project;
  std::string_view folder;  // as the table has it
  std::string path;         // absolute
};

// All folders that the agent reads, highest precedence first; the same path once. Whether they exist is not asked.
std::vector<ResolvedFolder> folders_read(const Agent& agent, const Whereabouts& where);

// Whether the agent is present here: one of its own folders exists in the home (~/.codex, or what its variable names)
// or in the project (.cursor). Folders that belong to no agent alone (.agents, .github, ~/.config/agents) prove
// nothing. Asks the disk.
bool is_present(const Agent& agent, const Whereabouts& where);

// The agents that read a folder given as the table has it (".agents/skills", "~/.agents/skills"), by id. The pseudo
// agent is not among them.
std::vector<const Agent*> agents_reading(std::string_view folder);

// A skill's place in an agent's skills folder.
struct StandingPlace {
  std::string root;         // the skills folder, a start of the path asked for: "/home/ann/app/.claude/skills"
  std::string_view folder;  // the same as the table has it: ".claude/skills"; "~/…" for a folder of the home
  std::string below;        // the way from root to the skill's folder: "group/pdf"
  std::size_t depth = 0;    // folders below root: 1 = directly in it; 0 = the skill is the root itself
  bool hidden = false;      // a folder on that way starts with "."
  std::vector<const Agent*> readers;
};

// Whether `path` (of a skill's folder, normalised) stands in a known agent's skills folder. The outermost such folder
// counts. With `home` known, folders directly in it count as the user's, all others as a project's; folders that exist
// only in a home (".copilot/skills") are known by their name alone. Folders whose names belong to no agent ("skills",
// "data/skills") are not taken for one.
std::optional<StandingPlace> standing_place(std::string_view path, std::string_view home = {});

// "/home/ann/.claude/skills" -> "~/.claude/skills"; other paths stay.
std::string with_tilde(std::string_view path, std::string_view home);

}  // namespace skillstow
