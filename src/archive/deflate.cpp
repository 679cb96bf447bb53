#include "archive/deflate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "archive/compression.h"
#include "archive/huffman.h"

// Symbols, codes and block layout follow RFC 1951, section 3.2.
namespace skillstow {
namespace {

constexpr std::size_t k_window = 32768;
constexpr std::size_t k_min_match = 3;
constexpr std::size_t k_max_match = 258;
constexpr std::size_t k_chain = 48;        // earlier places that are tried for a match
constexpr std::size_t k_good_match = 128;  // no longer one is looked for
constexpr std::size_t k_hash_bits = 15;
constexpr std::size_t k_block_tokens = 32768;
constexpr std::size_t k_max_stored = 65535;

constexpr std::size_t k_end_of_block = 256;
constexpr std::size_t k_literals = 286;
constexpr std::size_t k_distances = 30;

// The first length and distance of each symbol, and the bits that tell which one of those it stands for (3.2.5).
struct Range {
  std::uint16_t first;
  std::uint8_t bits;
};
constexpr std::array<Range, 29> k_lengths = {
    {{3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
     {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
     {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}}};
constexpr std::array<Range, k_distances> k_ways = {
    {{1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},     {9, 2},     {13, 2},
     {17, 3},    {25, 3},    {33, 4},    {49, 4},     {65, 5},     {97, 5},    {129, 6},   {193, 6},
     {257, 7},   {385, 7},   {513, 8},   {769, 8},    {1025, 9},   {1537, 9},  {2049, 10}, {3073, 10},
     {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}}};

// The order in which the lengths of the code-length code are written (3.2.7).
constexpr std::array<std::uint8_t, 19> k_code_order = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                       11, 4,  12, 3, 13, 2, 14, 1, 15};

// A literal byte (distance 0), or a match.
struct Token {
  std::uint16_t distance = 0;
  std::uint16_t value = 0;  // the byte, or the length
};

template <std::size_t N>
std::size_t symbol_in(const std::array<Range, N>& table, std::size_t value) {
  const auto after = std::upper_bound(table.begin(), table.end(), value,
                                      [](std::size_t wanted, const Range& range) { return wanted < range.first; });
  return static_cast<std::size_t>(after - table.begin()) - 1;
}

// The symbol of each length and distance, looked up once: searching a table for every match costs more than all else.
struct Symbols {
  std::array<std::uint8_t, k_max_match + 1> of_length{};
  std::array<std::uint8_t, 257> of_near{};  // distances up to 256
  std::array<std::uint8_t, 257> of_far{};   // by (distance - 1) / 128

  Symbols() {
    for (std::size_t length = k_min_match; length <= k_max_match; ++length)
      of_length[length] = static_cast<std::uint8_t>(symbol_in(k_lengths, length));
    for (std::size_t distance = 1; distance <= 256; ++distance)
      of_near[distance] = static_cast<std::uint8_t>(symbol_in(k_ways, distance));
    for (std::size_t part = 2; part < 256; ++part)
      of_far[part] = static_cast<std::uint8_t>(symbol_in(k_ways, part * 128 + 1));
  }
  std::size_t distance(std::size_t value) const { return value <= 256 ? of_near[value] : of_far[(value - 1) / 128]; }
};

class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  void put(std::uint64_t value, unsigned bits) {
    held_ |= value << count_;
    count_ += bits;
    while (count_ >= 8) {
      out_ += static_cast<char>(held_ & 0xFF);
      held_ >>= 8;
      count_ -= 8;
    }
  }
  void put(const PrefixCode& code, std::size_t symbol) { put(code.bits[symbol], code.lengths[symbol]); }
  void fill_byte() { put(0, (8 - count_) & 7); }
  unsigned open_bits() const { return count_; }

 private:
  std::string& out_;
  std::uint64_t held_ = 0;
  unsigned count_ = 0;
};

// Finds earlier places with the same bytes: lists of places by a hash of the three bytes that start there.
class Matcher {
 public:
  explicit Matcher(std::string_view bytes)
      : bytes_(bytes), head_(std::size_t{1} << k_hash_bits, k_none), before_(k_window, k_none) {}

  // Must be called for each place in order.
  void enter(std::size_t at) {
    if (at + k_min_match > bytes_.size()) return;
    std::uint32_t& head = head_[hash(at)];
    before_[at % k_window] = head;
    head = static_cast<std::uint32_t>(at);
  }

  // The longest match for what starts at `at` that is longer than `than`; the nearest of equals.
  Token longest(std::size_t at, std::size_t than) const {
    Token best;
    const std::size_t most = std::min(k_max_match, bytes_.size() - at);
    std::size_t length = std::max(than, k_min_match - 1);
    if (most <= length) return best;
    std::size_t chain = than >= 32 ? k_chain / 4 : k_chain;
    for (std::uint32_t place = head_[hash(at)]; place != k_none && at - place <= k_window && chain > 0;
         place = before_[place % k_window], --chain) {
      if (bytes_[place + length] == bytes_[at + length]) {
        const std::size_t same = common(place, at, most);
        if (same > length) {
          length = same;
          best = {static_cast<std::uint16_t>(at - place), static_cast<std::uint16_t>(same)};
          if (same >= k_good_match || same == most) break;
        }
      }
      const std::uint32_t next = before_[place % k_window];
      if (next != k_none && next >= place) break;  // overwritten since
    }
    return best;
  }

 private:
  static constexpr std::uint32_t k_none = 0xFFFFFFFF;

  std::size_t hash(std::size_t at) const {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[at + i]));
    };
    const std::uint32_t three = byte(0) | byte(1) << 8 | byte(2) << 16;
    return three * 0x9E3779B1u >> (32 - k_hash_bits);
  }

  std::size_t common(std::size_t a, std::size_t b, std::size_t most) const {
    std::size_t same = 0;
    while (same < most && bytes_[a + same] == bytes_[b + same]) ++same;
    return same;
  }

  std::string_view bytes_;
  std::vector<std::uint32_t> head_;
  std::vector<std::uint32_t> before_;  // the place before it with the same hash, by place modulo the window
};

class Deflater {
 public:
  explicit Deflater(std::string_view bytes) : bytes_(bytes), matcher_(bytes), bits_(out_) {}

  std::string run() {
    std::size_t at = 0;
    do {
      const std::size_t begin = at;
      tokens_.clear();
      at = tokenise(at);
      write_block(bytes_.substr(begin, at - begin), at == bytes_.size());
    } while (at < bytes_.size());
    bits_.fill_byte();
    return std::move(out_);
  }

 private:
  // Tokens for one block; gives where it ends. A match is put off if the next place has a longer one.
  std::size_t tokenise(std::size_t at) {
    while (at < bytes_.size() && tokens_.size() < k_block_tokens) {
      Token match = at + k_min_match <= bytes_.size() ? matcher_.longest(at, 0) : Token{};
      matcher_.enter(at);
      while (match.value >= k_min_match && match.value < k_good_match && at + 1 + k_min_match <= bytes_.size()) {
        const Token next = matcher_.longest(at + 1, match.value);
        if (next.value <= match.value) break;
        literal(at++);
        matcher_.enter(at);
        match = next;
      }
      if (match.value < k_min_match) {
        literal(at++);
        continue;
      }
      tokens_.push_back(match);
      for (std::size_t i = 1; i < match.value; ++i) matcher_.enter(at + i);
      at += match.value;
    }
    return at;
  }

  void literal(std::size_t at) { tokens_.push_back({0, static_cast<unsigned char>(bytes_[at])}); }

  // In the form that takes the fewest bits: codes made for it, the fixed codes, or as it is.
  void write_block(std::string_view raw, bool last) {
    count();
    const PrefixCode literals = make_prefix_code(literal_counts_, 15);
    const PrefixCode distances = make_prefix_code(distance_counts_, 15);
    const Header header = describe(literals, distances);
    const std::size_t own = header.bits + cost(literals, distances);
    const std::size_t fixed = cost(fixed_literals_, fixed_distances_);
    const std::size_t stored = (raw.size() + raw.size() / k_max_stored * 5 + 5) * 8;
    if (stored <= std::min(own, fixed)) return write_stored(raw, last);
    bits_.put(last ? 1 : 0, 1);
    if (fixed <= own) {
      bits_.put(1, 2);
      return write_tokens(fixed_literals_, fixed_distances_);
    }
    bits_.put(2, 2);
    write_header(header);
    write_tokens(literals, distances);
  }

  void count() {
    literal_counts_.assign(k_literals, 0);
    distance_counts_.assign(k_distances, 0);
    for (const Token& token : tokens_) {
      if (token.distance == 0) {
        ++literal_counts_[token.value];
        continue;
      }
      ++literal_counts_[257 + symbols_.of_length[token.value]];
      ++distance_counts_[symbols_.distance(token.distance)];
    }
    literal_counts_[k_end_of_block] = 1;
  }

  std::size_t cost(const PrefixCode& literals, const PrefixCode& distances) const {
    std::size_t bits = 0;
    for (std::size_t i = 0; i < k_literals; ++i) {
      const std::size_t more = i > k_end_of_block ? k_lengths[i - 257].bits : 0;
      bits += literal_counts_[i] * (literals.lengths[i] + more);
    }
    for (std::size_t i = 0; i < k_distances; ++i) bits += distance_counts_[i] * (distances.lengths[i] + k_ways[i].bits);
    return bits;
  }

  void write_tokens(const PrefixCode& literals, const PrefixCode& distances) {
    for (const Token& token : tokens_) {
      if (token.distance == 0) {
        bits_.put(literals, token.value);
        continue;
      }
      const std::size_t length = symbols_.of_length[token.value];
      bits_.put(literals, 257 + length);
      bits_.put(token.value - k_lengths[length].first, k_lengths[length].bits);
      const std::size_t distance = symbols_.distance(token.distance);
      bits_.put(distances, distance);
      bits_.put(token.distance - k_ways[distance].first, k_ways[distance].bits);
    }
    bits_.put(literals, k_end_of_block);
  }

  // Stored blocks start with three bits, and then at the next byte.
  void write_stored(std::string_view raw, bool last) {
    do {
      const std::size_t size = std::min(raw.size(), k_max_stored);
      bits_.put(last && size == raw.size() ? 1 : 0, 1);
      bits_.put(0, 2);
      bits_.fill_byte();
      bits_.put(size, 16);
      bits_.put(~size & 0xFFFF, 16);
      out_.append(raw.substr(0, size));
      raw.remove_prefix(size);
    } while (!raw.empty());
  }

  // The lengths of both codes in a run-length form, itself in a code (3.2.7).
  struct Header {
    std::size_t literals = 0;  // lengths that are told
    std::size_t distances = 0;
    std::size_t code_lengths = 0;
    std::vector<std::pair<std::uint8_t, std::uint8_t>> runs;  // symbol, and the value of its further bits
    PrefixCode code;
    std::size_t bits = 0;
  };

  static constexpr unsigned run_bits(std::uint8_t symbol) {
    return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
  }

  static Header describe(const PrefixCode& literals, const PrefixCode& distances) {
    const auto told = [](const PrefixCode& code, std::size_t least) {
      std::size_t count = code.lengths.size();
      while (count > least && code.lengths[count - 1] == 0) --count;
      return count;
    };
    Header header;
    header.literals = told(literals, 257);
    header.distances = told(distances, 1);
    std::vector<std::uint8_t> lengths(literals.lengths.begin(),
                                      literals.lengths.begin() + static_cast<std::ptrdiff_t>(header.literals));
    lengths.insert(lengths.end(), distances.lengths.begin(),
                   distances.lengths.begin() + static_cast<std::ptrdiff_t>(header.distances));
    for (std::size_t at = 0; at < lengths.size();) {
      std::size_t run = 1;
      while (at + run < lengths.size() && lengths[at + run] == lengths[at]) ++run;
      at += add_runs(lengths[at], run, header.runs);
    }
    std::vector<std::size_t> counts(19, 0);
    for (const auto& [symbol, value] : header.runs) ++counts[symbol];
    header.code = make_prefix_code(counts, 7);
    header.code_lengths = 19;
    while (header.code_lengths > 4 && header.code.lengths[k_code_order[header.code_lengths - 1]] == 0)
      --header.code_lengths;
    header.bits = 3 + 14 + 3 * header.code_lengths;
    for (const auto& [symbol, value] : header.runs) header.bits += header.code.lengths[symbol] + run_bits(symbol);
    return header;
  }

  // Takes from a run of equal lengths what one symbol can say; gives how many.
  static std::size_t add_runs(std::uint8_t length, std::size_t run,
                              std::vector<std::pair<std::uint8_t, std::uint8_t>>& runs) {
    const auto say = [&runs](std::size_t symbol, std::size_t value) {
      runs.emplace_back(static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(value));
    };
    if (length == 0 && run >= 3) {
      const std::size_t taken = std::min<std::size_t>(run, 138);
      say(taken <= 10 ? 17 : 18, taken <= 10 ? taken - 3 : taken - 11);
      return taken;
    }
    say(length, 0);
    if (length == 0 || run < 4) return 1;
    const std::size_t repeated = std::min<std::size_t>(run - 1, 6);
    say(16, repeated - 3);
    return 1 + repeated;
  }

  void write_header(const Header& header) {
    bits_.put(header.literals - 257, 5);
    bits_.put(header.distances - 1, 5);
    bits_.put(header.code_lengths - 4, 4);
    for (std::size_t i = 0; i < header.code_lengths; ++i) bits_.put(header.code.lengths[k_code_order[i]], 3);
    for (const auto& [symbol, value] : header.runs) {
      bits_.put(header.code, symbol);
      bits_.put(value, run_bits(symbol));
    }
  }

  // 3.2.6
  static PrefixCode make_fixed_literals() {
    std::vector<std::uint8_t> lengths(288, 8);
    std::fill(lengths.begin() + 144, lengths.begin() + 256, std::uint8_t{9});
    std::fill(lengths.begin() + 256, lengths.begin() + 280, std::uint8_t{7});
    return prefix_code_of(std::move(lengths));
  }

  std::string_view bytes_;
  Matcher matcher_;
  Symbols symbols_;
  PrefixCode fixed_literals_ = make_fixed_literals();
  PrefixCode fixed_distances_ = prefix_code_of(std::vector<std::uint8_t>(k_distances, 5));
  std::string out_;
  BitWriter bits_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> literal_counts_;
  std::vector<std::size_t> distance_counts_;
};

}  // namespace

std::string deflate(std::string_view bytes) { return Deflater(bytes).run(); }

std::string gzip(std::string_view bytes) {
  // No flags, no time, no level; 255 = the system is unknown.
  std::string file("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10);
  file += deflate(bytes);
  for (const std::uint64_t value : {std::uint64_t{crc32_of(bytes)}, std::uint64_t{bytes.size()}}) {
    for (unsigned shift = 0; shift < 32; shift += 8) file += static_cast<char>(value >> shift & 0xFF);
  }
  return file;
}

}  // namespace skillstow
