#pragma once

#include <memory>
#include <string>
#include <vector>

#include "agents/predict.h"
#include "lint/discover.h"
#include "model/skill.h"

namespace skillstow {

// The skills below the paths that a user named, each to be loaded on its own, from any thread.
struct Places {
  struct Root {
    std::shared_ptr<const Tree> tree;
    std::string shown;     // as the user wrote it, "/" between
    std::string absolute;  // links resolved
    std::string name;      // of its folder; "" in a package, whose root has none
    bool package = false;  // it is an archive file or lies elsewhere, and is no folder on this disk
    Discovery discovery;
  };
  struct Place {
    std::size_t root = 0;
    std::size_t skill = 0;  // in the root's discovery
  };
  std::vector<Root> roots;
  std::vector<Place> skills;     // in the order of the paths, then by folder
  std::vector<Skipped> skipped;  // with paths as they are reported

  const FoundSkill& found(std::size_t i) const { return roots[skills[i].root].discovery.skills[skills[i].skill]; }
  Skill load(std::size_t i) const;
  std::string shown(std::size_t i) const;     // the skill's folder as it is reported
  std::string absolute(std::size_t i) const;  // and on the disk
  bool in_package(std::size_t i) const { return roots[skills[i].root].package; }
  Placement placement(std::size_t i) const;  // where agents meet it
  bool unreadable() const;                   // some path or folder could not be read
};

// Searches an opened root for skills and adds it with them.
void add_root(Places& places, Places::Root root, const DiscoverOptions& options);

// A path may be a folder, or a SKILL.md itself, which stands for its folder alone, or a package (see
// archive/archive.h). A skill that several paths lead to is taken once. `home` (absolute, "" = unknown) tells user
// folders from project folders.
Places find_places(const std::vector<std::string>& paths, const std::string& home);

}  // namespace skillstow
