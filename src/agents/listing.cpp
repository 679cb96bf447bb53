#include "agents/listing.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace skillstow {
namespace {

constexpr std::array k_budgets = {
    ListingBudget{"claude-code", 1, 8'000, 1'536, Overflow::drops,
                  "Claude Code 2.1: skillListingBudgetFraction 0.01, SLASH_COMMAND_TOOL_CHAR_BUDGET"},
    ListingBudget{"codex", 2, 8'000, 1'024, Overflow::shortens, "Codex 0.171: core-skills, render.rs"},
};

// The greatest length such that descriptions cut to it have `room` characters together at most.
std::uint64_t even_length(std::vector<std::uint64_t> lengths, std::uint64_t room) {
  std::sort(lengths.begin(), lengths.end());
  std::uint64_t left = room;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const std::uint64_t share = left / (lengths.size() - i);
    if (lengths[i] > share) return share;
    left -= lengths[i];
  }
  return lengths.empty() ? 0 : lengths.back();
}

}  // namespace

const ListingBudget* listing_budget_of(std::string_view agent) {
  const auto at = std::find_if(k_budgets.begin(), k_budgets.end(), [&](const auto& b) { return b.agent == agent; });
  return at == k_budgets.end() ? nullptr : &*at;
}

ListingCost cost_of_listing(const ListingBudget& budget, const std::vector<ListingEntry>& entries) {
  ListingCost cost;
  std::uint64_t names = 0;
  std::vector<std::uint64_t> lengths;
  for (const ListingEntry& entry : entries) {
    names += entry.name;
    lengths.push_back(budget.entry > 0 ? std::min(entry.description, budget.entry) : entry.description);
  }
  cost.characters = names + std::accumulate(lengths.begin(), lengths.end(), std::uint64_t{0});
  cost.fits = cost.characters <= budget.characters;
  if (cost.fits) return cost;
  const std::uint64_t room = budget.characters > names ? budget.characters - names : 0;
  if (budget.overflow == Overflow::shortens) {
    cost.longest = even_length(lengths, room);
    for (const std::uint64_t length : lengths) cost.shortened += length > cost.longest ? 1 : 0;
    return cost;
  }
  // Which go first depends on use, which nobody here knows: at least as many as if the longest went first.
  std::sort(lengths.rbegin(), lengths.rend());
  std::uint64_t left = cost.characters;
  for (const std::uint64_t length : lengths) {
    if (left <= budget.characters) break;
    left -= length;
    ++cost.dropped;
  }
  return cost;
}

bool keeps_same_names(std::string_view agent) { return agent == "codex"; }

}  // namespace skillstow
