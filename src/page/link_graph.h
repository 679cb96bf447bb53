#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"
#include "model/skill.h"

namespace skillstow {

// How an agent gets from SKILL.md to the other files: each file below the first one that names it.
struct LinkGraph {
  struct Node {
    std::string path;
    std::size_t depth = 0;   // 0 = SKILL.md
    std::string_view how;    // "link", "mention", "command"
    std::uint32_t line = 0;  // of the file that names it
  };
  std::vector<Node> nodes;            // each behind the one that names it, and deeper
  std::vector<std::string> orphans;   // never named
  std::vector<std::string> unlinked;  // not named, and need not be: READMEs, licences, what a named folder holds
};

LinkGraph link_graph(const Skill& skill, const SkillFacts& facts);

}  // namespace skillstow
