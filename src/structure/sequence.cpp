#include "structure/sequence.h"

#include <algorithm>
#include <cstddef>

namespace skillstow {

// Patience sorting: tails[k] is the place of the smallest number that can end a rising run of k + 1 members.
std::vector<bool> longest_rising(const std::vector<std::uint32_t>& sequence) {
  constexpr std::size_t k_none = SIZE_MAX;
  std::vector<std::size_t> tails;
  std::vector<std::size_t> before(sequence.size(), k_none);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const auto tail = std::upper_bound(tails.begin(), tails.end(), sequence[i],
                                       [&](std::uint32_t value, std::size_t at) { return value < sequence[at]; });
    if (tail != tails.begin()) before[i] = *std::prev(tail);
    if (tail == tails.end()) {
      tails.push_back(i);
    } else {
      *tail = i;
    }
  }
  std::vector<bool> kept(sequence.size(), false);
  for (std::size_t i = tails.empty() ? k_none : tails.back(); i != k_none; i = before[i]) kept[i] = true;
  return kept;
}

}  // namespace skillstow
