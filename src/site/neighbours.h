#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "site/entry.h"

namespace skillstow {

struct Neighbour {
  std::size_t skill = 0;             // index
  double score = 0;                  // 0 to 1
  std::vector<std::string> reasons;  // "calls git and gh", heaviest first
};

// What a skill has to do with the others.
struct Neighbours {
  std::vector<Neighbour> similar;       // of other repositories if there are several; best first, at most 6
  std::vector<std::size_t> same_place;  // of the same repository, by nearness of folder, at most 6
  std::vector<std::size_t> copies;      // every file the same
  std::vector<Neighbour> near_copies;   // the text nearly the same
  std::vector<Neighbour> collisions;    // a request for the one may start the other
};

// For each skill its neighbours. Similarity is 0.45 of the cosine of TF-IDF over name, description and headings, 0.25
// of the share of tags in common, 0.15 of commands, 0.10 of hosts, 0.05 for a common parent folder. Pairs are looked
// for among skills that share one of their heaviest terms; terms that very many have make no pairs, so that time grows
// nearly linearly with the number of skills. Deterministic: ties go by name, then path.
std::vector<Neighbours> find_neighbours(const std::vector<SkillEntry>& entries);

}  // namespace skillstow
