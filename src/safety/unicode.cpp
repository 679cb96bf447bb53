#include "safety/unicode.h"

#include <cstring>
#include <iterator>

namespace skillstow {
namespace {

constexpr bool between(char32_t point, char32_t first, char32_t last) { return point >= first && point <= last; }

struct Pair {
  char32_t point;
  char ascii;
};

// Sorted by point.
constexpr Pair k_look_alikes[] = {
    {0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'}, {0x0397, 'H'}, {0x0399, 'I'}, {0x039A, 'K'},
    {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'}, {0x03A1, 'P'}, {0x03A4, 'T'}, {0x03A5, 'Y'}, {0x03A7, 'X'},
    {0x03B1, 'a'}, {0x03B3, 'y'}, {0x03B9, 'i'}, {0x03BD, 'v'}, {0x03BF, 'o'}, {0x03C1, 'p'}, {0x03F2, 'c'},
    {0x0405, 'S'}, {0x0406, 'I'}, {0x0408, 'J'}, {0x0410, 'A'}, {0x0412, 'B'}, {0x0415, 'E'}, {0x041A, 'K'},
    {0x041C, 'M'}, {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'}, {0x0421, 'C'}, {0x0422, 'T'}, {0x0425, 'X'},
    {0x0430, 'a'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'}, {0x0441, 'c'}, {0x0443, 'y'}, {0x0445, 'x'},
    {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'}, {0x04AE, 'Y'}, {0x04BB, 'h'}, {0x04C0, 'I'}, {0x04CF, 'l'},
    {0x0501, 'd'}, {0x051B, 'q'}, {0x051D, 'w'}, {0x0570, 'h'}, {0x0578, 'n'}, {0x057D, 'u'}, {0x0585, 'o'},
    {0x13A0, 'D'}, {0x13A1, 'R'}, {0x13A2, 'T'}, {0x13AA, 'A'}, {0x13AB, 'J'}, {0x13AC, 'E'},
};

}  // namespace

Invisible invisible_kind(char32_t point) {
  if (point < 0x034F) return Invisible::none;
  if (between(point, 0xE0000, 0xE007F)) return Invisible::tag;
  if (between(point, 0xFE00, 0xFE0F) || between(point, 0xE0100, 0xE01EF)) return Invisible::variation_selector;
  switch (point) {
    case 0x200B:
    case 0x2060:
    case 0xFEFF:
    case 0x180E:
    case 0x034F:
      return Invisible::zero_width;
    case 0x200C:
    case 0x200D:
      return Invisible::joiner;
    case 0x115F:
    case 0x1160:
    case 0x3164:
    case 0xFFA0:
      return Invisible::filler;
    case 0x202D:
    case 0x202E:
      return Invisible::bidi_override;
    case 0x200E:
    case 0x200F:
    case 0x061C:
      return Invisible::bidi_mark;
    default:
      break;
  }
  if (between(point, 0x2061, 0x2064)) return Invisible::operator_;
  if (between(point, 0x206A, 0x206F)) return Invisible::zero_width;
  if (between(point, 0x202A, 0x202C) || between(point, 0x2066, 0x2069)) return Invisible::bidi_embedding;
  if (between(point, 0xFFF9, 0xFFFB)) return Invisible::annotation;
  if (between(point, 0xF0000, 0x10FFFD)) return Invisible::private_plane;
  return Invisible::none;
}

bool is_pictograph(char32_t point) {
  return between(point, 0x1F000, 0x1FAFF) || between(point, 0x2190, 0x2BFF) || between(point, 0xFE00, 0xFE0F) ||
         point == 0x00A9 || point == 0x00AE || point == 0x203C || point == 0x2049 || point == 0x20E3 ||
         between(point, 0x3030, 0x303D) || point == 0x3297 || point == 0x3299 || between(point, 0x1F3FB, 0x1F3FF) ||
         between(point, 0x2100, 0x214F);
}

bool is_right_to_left(char32_t point) {
  return between(point, 0x0590, 0x08FF) || between(point, 0xFB1D, 0xFDFF) || between(point, 0xFE70, 0xFEFC) ||
         between(point, 0x10800, 0x10FFF) || between(point, 0x1E800, 0x1EFFF);
}

bool uses_joiners(char32_t point) {
  return is_right_to_left(point) || between(point, 0x0900, 0x109F) || between(point, 0x1700, 0x18AF) ||
         between(point, 0x1A00, 0x1CFF) || between(point, 0xA800, 0xABFF) || between(point, 0x11000, 0x11FFF);
}

char look_alike_of(char32_t point) {
  const Pair* begin = std::begin(k_look_alikes);
  const Pair* end = std::end(k_look_alikes);
  while (begin < end) {
    const Pair* middle = begin + (end - begin) / 2;
    if (middle->point == point) return middle->ascii;
    if (middle->point < point) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return 0;
}

char compatibility_ascii(char32_t point) {
  if (between(point, 0xFF01, 0xFF5E)) return static_cast<char>(point - 0xFF01 + '!');
  if (between(point, 0x1D400, 0x1D6A3)) {  // 13 mathematical alphabets of A-Z, a-z
    const char32_t letter = (point - 0x1D400) % 52;
    return static_cast<char>(letter < 26 ? 'A' + letter : 'a' + (letter - 26));
  }
  return 0;
}

bool is_cyrillic(char32_t point) { return between(point, 0x0400, 0x052F); }
bool is_greek(char32_t point) { return between(point, 0x0370, 0x03FF); }

std::size_t next_non_ascii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, sizeof word);
    if (word & 0x8080808080808080ULL) break;
    at += 8;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

}  // namespace skillstow
