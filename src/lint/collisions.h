#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace skillstow {

// What an agent chooses a skill by.
struct Trigger {
  std::string skill;  // the skill's path as it is reported
  std::string name;
  std::string description;
};

// Two skills that compete for the same requests.
struct Collision {
  std::size_t first = 0;  // indices of the triggers, first < second
  std::size_t second = 0;
  double likeness = 0;              // cosine, 0 to 1
  std::vector<std::string> shared;  // the terms that weigh most in it, heaviest first, at most 5
};

// From here on a pair is told; see the rule's source.
inline constexpr double k_collision = 0.45;

// The pairs of triggers at or above `threshold`: cosine of TF-IDF over words and pairs of neighbouring words of name
// and description. Triggers of one name are copies and are not compared. Pairs are looked for among skills that share
// one of their heaviest terms, and terms that very many have make no pairs, so that time grows linearly with the
// number of skills. Deterministic; sorted by first, then second.
std::vector<Collision> find_collisions(const std::vector<Trigger>& triggers, double threshold = k_collision);

}  // namespace skillstow
