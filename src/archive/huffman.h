#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skillstow {

// A prefix code as deflate has it: which symbol takes how many bits, and which ones.
struct PrefixCode {
  std::vector<std::uint8_t> lengths;  // 0 = the symbol does not occur
  std::vector<std::uint16_t> bits;    // in the order in which they are written: the first bit lowest
};

// The codes that follow from the lengths (RFC 1951, 3.2.2).
PrefixCode prefix_code_of(std::vector<std::uint8_t> lengths);

// A code in which frequent symbols take few bits and none more than max_length. Depends on nothing but the counts.
// Where fewer than two symbols occur, two get a code, since some readers want a whole tree.
PrefixCode make_prefix_code(const std::vector<std::size_t>& counts, unsigned max_length);

}  // namespace skillstow
