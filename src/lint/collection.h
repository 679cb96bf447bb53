#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "agents/listing.h"
#include "facts/tokens.h"
#include "lint/collisions.h"
#include "lint/discover.h"
#include "lint/engine.h"

namespace skillstow {

// What is kept of a whole run: sums, and what can only be said of many skills together. Skills are added in the order
// of the output, one at a time.
class Collection {
 public:
  void add(const FoundSkill& found, const Skill& skill, const Judgement& judgement, TokenCount listing);

  // Counts findings; those of added skills are counted already.
  void count(const std::vector<Diagnostic>& findings);

  // Findings about the skills together: listings above a budget, descriptions that compete. `listing_budget` counts
  // code points.
  std::vector<Diagnostic> findings(std::uint64_t listing_budget) const;

  std::uint64_t skills = 0;
  std::uint64_t errors = 0;
  std::uint64_t warnings = 0;
  std::uint64_t notes = 0;
  std::uint64_t fixable = 0;     // of all these, with a safe fix
  std::uint64_t suppressed = 0;  // set aside by comments in the skills
  std::uint64_t accepted = 0;    // set aside by the baseline
  TokenCount listing;

 private:
  // The skills that an agent lists together: those of one skills folder, or else of one parent folder.
  struct Listing {
    bool stands = false;  // in an agent's skills folder
    std::vector<ListingEntry> entries;
    std::vector<Trigger> triggers;  // one for each entry
  };
  std::map<std::string, Listing> listings_;  // by the folder
};

}  // namespace skillstow
