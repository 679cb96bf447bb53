#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "agents/agent.h"

namespace skillstow {

// What an agent does once the list of all its skills grows too long for it.
enum class Overflow {
  shortens,  // all descriptions get shorter, down to the same length
  drops,     // whole descriptions go, those used least first; names stay
};

// How much room an agent gives the list of skills that its model chooses from.
struct ListingBudget {
  std::string_view agent;    // id
  std::uint32_t percent;     // of the context window
  std::uint64_t characters;  // code points, where it does not know the window
  std::uint64_t entry;       // most code points of one description; 0 = no limit of its own
  Overflow overflow;
  std::string_view source;
};

// nullptr for an agent of which no budget is known.
const ListingBudget* listing_budget_of(std::string_view agent);

// What a listing costs and what of it stays. Counts are code points.
struct ListingCost {
  std::uint64_t characters = 0;  // all names and descriptions
  bool fits = true;
  std::uint64_t longest = 0;    // shortens: what a description keeps at most
  std::uint64_t shortened = 0;  // how many are longer than that
  std::uint64_t dropped = 0;    // drops: how many descriptions go, at least
};

struct ListingEntry {
  std::uint64_t name = 0;  // code points
  std::uint64_t description = 0;
};

ListingCost cost_of_listing(const ListingBudget& budget, const std::vector<ListingEntry>& entries);

// Whether a skill of a name that stands in several folders is listed once for each (Codex 0.171); all others keep the
// one of the highest precedence.
bool keeps_same_names(std::string_view agent);

}  // namespace skillstow
