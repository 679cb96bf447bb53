#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agents/resolve.h"
#include "base/result.h"
#include "model/tree.h"

namespace skillstow {

// A skill's place in a tree.
struct FoundSkill {
  std::string folder;                  // from the tree's root; "" = the root itself
  std::string manifest_name;           // "SKILL.md", or as it is misspelt ("skill.md")
  bool linked = false;                 // its folder is a link
  bool whole_repository = false;       // it is the root of a repository, or of a folder with other skills: what stands
                                       // beside it is not all its own
  std::optional<StandingPlace> place;  // set: it stands in an agent's skills folder
};

// Something that was met and passed over, and why. `failed`: it could not be read, so skills may be missing.
struct Skipped {
  std::string path;
  std::string reason;
  bool failed = false;
};

struct Discovery {
  std::vector<FoundSkill> skills;  // by folder, as bytes
  std::vector<Skipped> skipped;    // by path
};

struct DiscoverOptions {
  std::string absolute_root;  // of the tree on disk, links resolved; "" = it has no place there (git, archive)
  std::string home;           // absolute; "" = unknown
  bool only_root = false;     // look at the root folder alone
  bool repository = false;    // the root is a repository's, although no .git stands in it
  std::size_t max_folders = 200'000;
  std::size_t max_depth = 64;
};

// All skills below the root of a tree: every folder that holds a SKILL.md in any spelling. Goes down hidden folders
// too; leaves out version control and dependency folders. A SKILL.md below the examples, templates, tests … of a skill
// is that skill's content. In an agent's skills folder it finds what agents find there: dependency folders and content
// folders count, and a link to a skill's folder is followed. Each thing left out is told.
Discovery discover(const Tree& tree, const DiscoverOptions& options = {});

// ".git", "node_modules", ".venv" and their like: version control and what package managers bring.
bool is_version_control_folder(std::string_view name);
bool is_dependency_folder(std::string_view name);

}  // namespace skillstow
