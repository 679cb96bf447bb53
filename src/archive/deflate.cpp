#include "archive/deflate.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "archive/compression.h"
#include "archive/huffman.h"

// Symbols, codes and block layout follow RFC 1951, section 3.2.
namespace skillstow {
namespace {

constexpr std::size_t k_window = 32768;
constexpr std::size_t k_min_match = 3;
constexpr std::size_t k_max_match = 258;
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

// How hard matches are looked for. Measured over the texts and scripts of real skills: more would make them less than
// 1 % smaller, and take half as long again.
constexpr std::size_t k_chain = 8;             // earlier places that are tried for a match
constexpr std::size_t k_lazy_chain = 4;        // when there is one already, for a longer one at the next place
constexpr std::size_t k_good_match = 32;       // no longer one is looked for
constexpr std::size_t k_lazy_match = 10;       // behind one this long the next place is not tried
constexpr std::size_t k_far_for_three = 4096;  // three bytes from farther away take more bits than three literals
constexpr std::size_t k_dull = 5;              // 2^5 places without a match, and places begin to be passed over

template <std::size_t N>
constexpr std::size_t symbol_in(const std::array<Range, N>& table, std::size_t value) {
  std::size_t symbol = 0;
  while (symbol + 1 < N && table[symbol + 1].first <= value) ++symbol;
  return symbol;
}

// The symbol of each length and distance: searching a table for every match costs more than all else.
struct Symbols {
  std::array<std::uint8_t, k_max_match + 1> of_length{};
  std::array<std::uint8_t, 257> of_near{};  // distances up to 256
  std::array<std::uint8_t, 257> of_far{};   // by (distance - 1) / 128

  constexpr Symbols() {
    for (std::size_t length = k_min_match; length <= k_max_match; ++length)
      of_length[length] = static_cast<std::uint8_t>(symbol_in(k_lengths, length));
    for (std::size_t distance = 1; distance <= 256; ++distance)
      of_near[distance] = static_cast<std::uint8_t>(symbol_in(k_ways, distance));
    for (std::size_t part = 2; part < 256; ++part)
      of_far[part] = static_cast<std::uint8_t>(symbol_in(k_ways, part * 128 + 1));
  }
  std::size_t distance(std::size_t value) const { return value <= 256 ? of_near[value] : of_far[(value - 1) / 128]; }
};
constexpr Symbols k_symbols;

class BitWriter {
 public:
  explicit BitWriter(std::string& out) : out_(out) {}

  // At most 16 bits, so that fewer than 64 are held.
  void put(std::uint64_t value, unsigned bits) {
    held_ |= value << count_;
    count_ += bits;
    if (count_ >= 48) flush();
  }
  void put(const PrefixCode& code, std::size_t symbol) { put(code.bits[symbol], code.lengths[symbol]); }
  // Up to the next byte of the output, which has all bits then.
  void fill_byte() {
    count_ = (count_ + 7) & ~7u;
    flush();
  }

 private:
  void flush() {
    std::array<char, 8> bytes;
    for (unsigned i = 0; i < 8; ++i) bytes[i] = static_cast<char>(held_ >> 8 * i & 0xFF);
    out_.append(bytes.data(), count_ / 8);
    held_ >>= count_ & ~7u;
    count_ &= 7;
  }

  std::string& out_;
  std::uint64_t held_ = 0;
  unsigned count_ = 0;
};

// Finds earlier places with the same bytes: lists of places by a hash of the four bytes that start there, and the last
// place alone for three.
class Matcher {
 public:
  explicit Matcher(std::string_view bytes)
      : bytes_(bytes),
        shift_(32 - std::clamp(static_cast<unsigned>(std::bit_width(bytes.size())), 8u, 15u)),
        last_three_(std::size_t{1} << (32 - shift_), k_none),
        head_(std::size_t{1} << (32 - shift_), k_none),
        before_(std::min(k_window, std::bit_ceil(bytes.size() + 1)), k_none),
        mask_(before_.size() - 1) {}

  // The longest match for what starts at `at` that is longer than `than`; the nearest of equals. Enters the place, so
  // it must be called for places in order.
  Token longest(std::size_t at, std::size_t than, std::size_t chain) {
    Token best;
    const std::size_t most = std::min(k_max_match, bytes_.size() - at);
    if (most < 4) return best;  // the last bytes of a file: not worth a case of their own
    const std::uint32_t four = load(at);
    std::uint32_t& last = last_three_[hash(four << 8)];
    std::uint32_t& head = head_[hash(four)];
    const std::uint32_t three = last;
    std::uint32_t place = head;
    before_[at & mask_] = head;
    head = last = static_cast<std::uint32_t>(at);

    std::size_t length = std::max(than, k_min_match - 1);
    if (length == k_min_match - 1 && three != k_none && at - three <= k_far_for_three &&
        ((load(three) ^ four) & k_first_three) == 0) {
      length = k_min_match;
      best = {static_cast<std::uint16_t>(at - three), static_cast<std::uint16_t>(k_min_match)};
    }
    if (length >= most) return best;
    for (; place != k_none && at - place <= k_window && chain > 0; --chain) {
      if (bytes_[place + length] == bytes_[at + length] && load(place) == four) {
        const std::size_t same = common(place, at, most);
        if (same > length) {
          length = same;
          best = {static_cast<std::uint16_t>(at - place), static_cast<std::uint16_t>(same)};
          if (same >= k_good_match || same == most) break;
        }
      }
      const std::uint32_t next = before_[place & mask_];
      if (next != k_none && next >= place) break;  // overwritten since
      place = next;
    }
    return best;
  }

  // The same without a search.
  void enter(std::size_t at) {
    if (at + 4 > bytes_.size()) return;
    const std::uint32_t four = load(at);
    std::uint32_t& head = head_[hash(four)];
    before_[at & mask_] = head;
    head = last_three_[hash(four << 8)] = static_cast<std::uint32_t>(at);
  }

 private:
  static constexpr std::uint32_t k_none = 0xFFFFFFFF;
  static constexpr std::uint32_t k_first_three = 0x00FFFFFF;

  // Four bytes, the first lowest on every machine.
  std::uint32_t load(std::size_t at) const {
    const auto byte = [&](std::size_t i) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[at + i]));
    };
    return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
  }

  std::size_t hash(std::uint32_t bytes) const { return bytes * 0x9E3779B1u >> shift_; }

  std::size_t common(std::size_t a, std::size_t b, std::size_t most) const {
    std::size_t same = 4;
    for (; same + 8 <= most; same += 8) {
      std::uint64_t left;
      std::uint64_t right;
      std::memcpy(&left, bytes_.data() + a + same, 8);
      std::memcpy(&right, bytes_.data() + b + same, 8);
      if (left != right) break;
    }
    while (same < most && bytes_[a + same] == bytes_[b + same]) ++same;
    return same;
  }

  std::string_view bytes_;
  unsigned shift_;  // of a hash: small files have small tables, which are quickly made
  std::vector<std::uint32_t> last_three_;
  std::vector<std::uint32_t> head_;
  std::vector<std::uint32_t> before_;  // the place before it with the same hash, by place modulo its size
  std::size_t mask_;
};

class Deflater {
 public:
  explicit Deflater(std::string_view bytes) : bytes_(bytes), matcher_(bytes), bits_(out_) {}

  std::string run() {
    std::size_t at = 0;
    do {
      const std::size_t begin = at;
      tokens_.clear();
      literal_counts_.assign(k_literals, 0);
      literal_counts_[k_end_of_block] = 1;
      distance_counts_.assign(k_distances, 0);
      at = tokenise(at);
      write_block(bytes_.substr(begin, at - begin), at == bytes_.size());
    } while (at < bytes_.size());
    bits_.fill_byte();
    return std::move(out_);
  }

 private:
  // Tokens for one block; gives where it ends. A match is put off if the next place has a longer one.
  std::size_t tokenise(std::size_t at) {
    std::size_t dull = 0;  // places since the last match
    while (at < bytes_.size() && tokens_.size() < k_block_tokens) {
      Token match = matcher_.longest(at, 0, k_chain);
      if (match.value == 0) {
        // What has been compressed already has no matches, and looking at every place for one takes long.
        for (std::size_t end = std::min(bytes_.size(), at + 1 + (dull >> k_dull)); at < end; ++at, ++dull) literal(at);
        continue;
      }
      dull = 0;
      std::size_t entered = at + 1;  // places below it
      while (match.value < k_lazy_match && at + 1 < bytes_.size()) {
        const Token next = matcher_.longest(at + 1, match.value, k_lazy_chain);
        ++entered;
        if (next.value <= match.value) break;
        literal(at++);
        match = next;
      }
      matched(match);
      at += match.value;
      for (; entered < at; ++entered) matcher_.enter(entered);
    }
    return at;
  }

  void literal(std::size_t at) {
    const auto byte = static_cast<unsigned char>(bytes_[at]);
    ++literal_counts_[byte];
    tokens_.push_back({0, byte});
  }

  void matched(Token match) {
    ++literal_counts_[257 + k_symbols.of_length[match.value]];
    ++distance_counts_[k_symbols.distance(match.distance)];
    tokens_.push_back(match);
  }

  // In the form that takes the fewest bits: codes made for it, the fixed codes, or as it is.
  void write_block(std::string_view raw, bool last) {
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
      const std::size_t length = k_symbols.of_length[token.value];
      bits_.put(literals, 257 + length);
      bits_.put(token.value - k_lengths[length].first, k_lengths[length].bits);
      const std::size_t distance = k_symbols.distance(token.distance);
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
      bits_.fill_byte();
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
