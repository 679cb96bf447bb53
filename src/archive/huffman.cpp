#include "archive/huffman.h"

#include <algorithm>
#include <array>

namespace skillstow {
namespace {

struct Leaf {
  std::size_t count;
  std::size_t symbol;
};

// Depths of the leaves, which are sorted by count, in a tree of the least total cost: of the two queues of leaves and
// of inner nodes the smaller heads are joined (van Leeuwen, 1976).
std::vector<unsigned> depths_of(const std::vector<Leaf>& leaves) {
  const std::size_t n = leaves.size();
  std::vector<std::size_t> counts(n);
  for (std::size_t i = 0; i < n; ++i) counts[i] = leaves[i].count;
  std::vector<std::size_t> parents(2 * n - 1, 0);
  std::size_t leaf = 0;
  std::size_t inner = n;
  const auto take_smaller = [&] {
    const bool take_leaf = leaf < n && (inner == counts.size() || counts[leaf] <= counts[inner]);
    return take_leaf ? leaf++ : inner++;
  };
  for (std::size_t joined = n; joined < 2 * n - 1; ++joined) {
    const std::size_t a = take_smaller();
    const std::size_t b = take_smaller();
    parents[a] = parents[b] = joined;
    counts.push_back(counts[a] + counts[b]);
  }
  std::vector<unsigned> depths(2 * n - 1, 0);
  for (std::size_t node = 2 * n - 2; node-- > 0;) depths[node] = depths[parents[node]] + 1;
  depths.resize(n);
  return depths;
}

}  // namespace

PrefixCode prefix_code_of(std::vector<std::uint8_t> lengths) {
  std::array<std::uint32_t, 17> next{};
  for (const std::uint8_t length : lengths) {
    if (length != 0) ++next[length + 1u];
  }
  for (std::size_t i = 1; i < next.size(); ++i) next[i] = (next[i] + next[i - 1]) << 1;
  PrefixCode code;
  code.bits.resize(lengths.size(), 0);
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    const std::uint8_t length = lengths[symbol];
    if (length == 0) continue;
    std::uint32_t value = next[length]++;
    for (unsigned i = 0; i < length; ++i, value >>= 1) {
      code.bits[symbol] = static_cast<std::uint16_t>(code.bits[symbol] << 1 | (value & 1));
    }
  }
  code.lengths = std::move(lengths);
  return code;
}

PrefixCode make_prefix_code(const std::vector<std::size_t>& counts, unsigned max_length) {
  std::vector<Leaf> leaves;
  for (std::size_t symbol = 0; symbol < counts.size(); ++symbol) {
    if (counts[symbol] > 0) leaves.push_back({counts[symbol], symbol});
  }
  for (std::size_t symbol = 0; leaves.size() < 2; ++symbol) {
    if (counts[symbol] == 0) leaves.push_back({1, symbol});
  }
  std::vector<std::uint8_t> lengths(counts.size(), 0);
  for (;;) {
    std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
      return a.count != b.count ? a.count < b.count : a.symbol < b.symbol;
    });
    const std::vector<unsigned> depths = depths_of(leaves);
    if (*std::max_element(depths.begin(), depths.end()) <= max_length) {
      for (std::size_t i = 0; i < leaves.size(); ++i) lengths[leaves[i].symbol] = static_cast<std::uint8_t>(depths[i]);
      return prefix_code_of(std::move(lengths));
    }
    // Flatter counts give a flatter tree; in the end all are 1.
    for (Leaf& leaf : leaves) leaf.count = (leaf.count + 1) / 2;
  }
}

}  // namespace skillstow
