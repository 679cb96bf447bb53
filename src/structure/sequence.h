#pragma once

#include <cstdint>
#include <vector>

namespace skillstow {

// Which members of the sequence belong to a longest subsequence that never falls: the others are the fewest that have
// to move for all to be in order. Where several are equally long, the one with the smaller numbers is taken, so that
// what stands too early has to move, not what it has overtaken. O(n log n).
std::vector<bool> longest_rising(const std::vector<std::uint32_t>& sequence);

}  // namespace skillstow
