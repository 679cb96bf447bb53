#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "facts/tokens.h"
#include "lint/discover.h"
#include "lint/engine.h"

namespace skillstow {

// What is kept of a whole run: sums, and what can only be said of many skills together. Skills are added in the order
// of the output, one at a time.
class Collection {
 public:
  void add(const FoundSkill& found, const Skill& skill, const Judgement& judgement, TokenCount listing);

  // Findings about the skills together.
  std::vector<Diagnostic> findings() const;

  std::uint64_t skills = 0;
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;
  TokenCount listing;

 private:
  // The skills that an agent lists together: those in one skills folder.
  struct Listing {
    std::uint64_t skills = 0;
    std::uint64_t points = 0;  // code points of names and descriptions
  };
  std::map<std::string, Listing> listings_;  // by the skills folder
};

}  // namespace skillstow
