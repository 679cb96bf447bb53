#pragma once

#include <string>
#include <vector>

#include "agents/agent.h"
#include "base/result.h"
#include "install/site.h"

namespace skillstow {

// A skills folder that a run writes to, once, however many agents it serves.
struct TargetFolder {
  std::string folder;                 // absolute, links resolved as far as it exists
  std::string asked;                  // as it was asked for, where that is another way to it
  std::vector<const Agent*> agents;   // those whose own folder it is; empty for --into
  std::vector<const Agent*> through;  // those asked for that read it too, so that their own folder gets no second copy
};

struct TargetFolders {
  std::vector<TargetFolder> folders;
  std::vector<std::string>
      notes;  // what a person should know: who is served through another's folder, who sees two copies
};

// The agents named, in the order of the table. ErrorKind::usage for an unknown one, with the one that was probably
// meant.
Result<std::vector<const Agent*>> find_agents(const std::vector<std::string>& ids);

// Their ids alone.
Result<std::vector<std::string>> find_agent_ids(const std::vector<std::string>& ids);

// The agents that are present at the site; the shared folder counts if it is there.
std::vector<const Agent*> agents_present(const Site& site);

// Where skills for these agents go. An agent that reads the shared folder (.agents/skills) and is asked for together
// with another that owns it gets no copy of its own: it would list the skill twice. Fails for an agent that has no
// folder in the scope, and for a folder that leads out of the project or the home.
Result<TargetFolders> choose_folders(const Site& site, const std::vector<const Agent*>& agents);

// --into: any folder.
Result<TargetFolder> folder_into(const Site& site, const std::string& folder);

}  // namespace skillstow
