#include "base/utf8.h"

#include <cstring>

namespace skillstow {
namespace {

constexpr Decoded k_invalid{0xFFFD, 1, false};

unsigned byte_at(std::string_view text, std::size_t at) { return static_cast<unsigned char>(text[at]); }

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (byte_at(text, at) & 0xC0) == 0x80;
}

// Eight bytes at once: most text is ASCII, and this is the one loop that sees every byte of every file.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    if (word & 0x8080808080808080u) break;
    at += 8;
  }
  while (at < text.size() && byte_at(text, at) < 0x80) ++at;
  return at;
}

}  // namespace

Decoded decode_utf8(std::string_view text, std::size_t offset) {
  const unsigned first = byte_at(text, offset);
  if (first < 0x80) return {first, 1, true};
  if (first < 0xC2 || first > 0xF4) return k_invalid;
  if (!is_continuation(text, offset + 1)) return k_invalid;
  const unsigned second = byte_at(text, offset + 1);
  if (first < 0xE0) return {(first & 0x1F) << 6 | (second & 0x3F), 2, true};
  if (!is_continuation(text, offset + 2)) return k_invalid;
  const unsigned third = byte_at(text, offset + 2);
  if (first < 0xF0) {
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F)) return k_invalid;
    return {(first & 0x0F) << 12 | (second & 0x3F) << 6 | (third & 0x3F), 3, true};
  }
  if ((first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) return k_invalid;
  if (!is_continuation(text, offset + 3)) return k_invalid;
  const unsigned fourth = byte_at(text, offset + 3);
  return {(first & 0x07) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | (fourth & 0x3F), 4, true};
}

std::size_t find_invalid_utf8(std::string_view text) {
  for (std::size_t at = skip_ascii(text, 0); at < text.size(); at = skip_ascii(text, at)) {
    const Decoded character = decode_utf8(text, at);
    if (!character.valid) return at;
    at += character.length;
  }
  return std::string_view::npos;
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::size_t ascii_end = skip_ascii(text, at);
    count += ascii_end - at;
    if (ascii_end == text.size()) break;
    at = ascii_end + decode_utf8(text, ascii_end).length;
  }
  return count;
}

std::size_t count_utf16_units(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode_utf8(text, at);
    count += character.point > 0xFFFF ? 2 : 1;
    at += character.length;
  }
  return count;
}

void append_utf8(std::string& out, char32_t point) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

std::string repair_utf8(std::string_view text) {
  std::string repaired;
  std::size_t begin = 0;
  for (std::size_t bad; (bad = find_invalid_utf8(text.substr(begin))) != std::string_view::npos; begin += bad + 1) {
    repaired.append(text.substr(begin, bad)).append("\xEF\xBF\xBD");
  }
  return repaired.append(text.substr(begin));
}

Encoding detect_encoding(std::string_view bytes) {
  const auto starts = [bytes](std::string_view mark) { return bytes.substr(0, mark.size()) == mark; };
  if (starts("\xEF\xBB\xBF")) return Encoding::utf8_bom;
  if (starts(std::string_view("\xFF\xFE\0\0", 4)) || starts(std::string_view("\0\0\xFE\xFF", 4)))
    return Encoding::utf32;
  if (starts("\xFF\xFE")) return Encoding::utf16_le;
  if (starts("\xFE\xFF")) return Encoding::utf16_be;

  // Without a mark: text in UTF-16 has a zero in nearly every second byte; other files with many zeros are binary. The
  // start of the file decides, so that telling costs the same for every size.
  const std::string_view start = bytes.substr(0, 8192);
  std::size_t even = 0;
  std::size_t odd = 0;
  std::size_t control = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (byte_at(start, i) >= 0x20) continue;  // nearly all
    if (start[i] == '\0') {
      ++(i % 2 == 0 ? even : odd);
    } else if (start[i] != '\n' && start[i] != '\r' && start[i] != '\t' && start[i] != '\f' && start[i] != '\x1B' &&
               start[i] != '\b') {
      ++control;
    }
  }
  const std::size_t half = start.size() / 2;
  if (half >= 2 && odd * 10 >= half * 7 && even * 20 <= half) return Encoding::utf16_le;
  if (half >= 2 && even * 10 >= half * 7 && odd * 20 <= half) return Encoding::utf16_be;
  if ((even + odd) * 100 > start.size() || control * 20 > start.size()) return Encoding::binary;
  return Encoding::utf8;
}

std::string utf16_to_utf8(std::string_view bytes, bool big_endian) {
  std::string text;
  text.reserve(bytes.size());
  const auto unit_at = [&](std::size_t at) -> char32_t {
    return big_endian ? byte_at(bytes, at) << 8 | byte_at(bytes, at + 1)
                      : byte_at(bytes, at + 1) << 8 | byte_at(bytes, at);
  };
  std::size_t at = bytes.size() >= 2 && unit_at(0) == 0xFEFF ? 2 : 0;
  while (at + 2 <= bytes.size()) {
    char32_t unit = unit_at(at);
    at += 2;
    if (unit >= 0xD800 && unit < 0xDC00 && at + 2 <= bytes.size() && (unit_at(at) & 0xFC00) == 0xDC00) {
      unit = 0x10000 + ((unit - 0xD800) << 10) + (unit_at(at) - 0xDC00);
      at += 2;
    } else if (unit >= 0xD800 && unit < 0xE000) {
      unit = 0xFFFD;
    }
    append_utf8(text, unit);
  }
  if (at < bytes.size()) append_utf8(text, 0xFFFD);
  return text;
}

}  // namespace skillstow
