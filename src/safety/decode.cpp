#include "safety/decode.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/hex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

constexpr int base64_value(char c) {
  if (is_upper(c)) return c - 'A';
  if (is_lower(c)) return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return -1;
}

// A set of tr: "A-Za-z" written out. Empty for what is not a plain set.
std::string expand_set(std::string_view set) {
  std::string out;
  if (set.find("[:") != std::string_view::npos) return out;
  for (std::size_t i = 0; i < set.size() && out.size() < 512; ++i) {
    if (set[i] == '[' || set[i] == ']') continue;
    if (i + 2 < set.size() && set[i + 1] == '-' &&
        static_cast<unsigned char>(set[i]) <= static_cast<unsigned char>(set[i + 2])) {
      for (int c = static_cast<unsigned char>(set[i]); c <= static_cast<unsigned char>(set[i + 2]); ++c) {
        out += static_cast<char>(c);
      }
      i += 2;
    } else {
      out += set[i];
    }
  }
  return out;
}

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  std::size_t digits = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    if (c == '=') break;
    const int value = base64_value(c);
    if (value < 0) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    count += 6;
    ++digits;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xFFU);
    }
  }
  if (digits < 4 || digits % 4 == 1) return std::nullopt;
  return out;
}

std::optional<std::string> decode_base32(std::string_view text) {
  std::string out;
  std::uint64_t bits = 0;
  int count = 0;
  std::size_t digits = 0;
  for (const char c : text) {
    if (is_space(c)) continue;
    if (c == '=') break;
    int value = -1;
    if (is_upper(c)) value = c - 'A';
    if (c >= '2' && c <= '7') value = c - '2' + 26;
    if (value < 0) return std::nullopt;
    bits = bits << 5 | static_cast<std::uint64_t>(value);
    count += 5;
    ++digits;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(bits >> count & 0xFFU);
    }
  }
  if (digits < 8) return std::nullopt;
  return out;
}

std::optional<std::string> decode_hex(std::string_view text) {
  std::string out;
  int high = -1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_space(c) || c == ',' || c == ':') continue;
    if ((c == '0' || c == '\\') && i + 1 < text.size() && to_lower(text[i + 1]) == 'x') {
      ++i;
      continue;
    }
    const int value = hex_value(c);
    if (value < 0) return std::nullopt;
    if (high < 0) {
      high = value;
    } else {
      out += static_cast<char>(high << 4 | value);
      high = -1;
    }
  }
  if (high >= 0 || out.empty()) return std::nullopt;
  return out;
}

std::string rot13(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (is_lower(c)) {
      c = static_cast<char>('a' + (c - 'a' + 13) % 26);
    } else if (is_upper(c)) {
      c = static_cast<char>('A' + (c - 'A' + 13) % 26);
    }
  }
  return out;
}

std::string reversed(std::string_view text) { return {text.rbegin(), text.rend()}; }

std::string decode_escapes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      out += text[i];
      continue;
    }
    const char c = text[++i];
    if (c == 'x' || c == 'u' || c == 'U') {
      const std::size_t most = c == 'x' ? 2 : c == 'u' ? 4 : 8;
      std::uint32_t value = 0;
      std::size_t digits = 0;
      std::size_t at = i + 1;
      const bool braces = c == 'u' && at < text.size() && text[at] == '{';
      if (braces) ++at;
      while (digits < (braces ? 6 : most) && at < text.size() && hex_value(text[at]) >= 0) {
        value = value * 16 + static_cast<std::uint32_t>(hex_value(text[at++]));
        ++digits;
      }
      if (braces && at < text.size() && text[at] == '}') ++at;
      if (digits == 0) {
        out += c;
        continue;
      }
      if (c == 'x' || value < 0x80) {
        out += static_cast<char>(value);
      } else if (value <= 0x10FFFF) {
        append_utf8(out, static_cast<char32_t>(value));
      }
      i = at - 1;
    } else if (c >= '0' && c <= '7') {
      int value = 0;
      std::size_t at = i;
      const std::size_t most = c == '0' ? 4 : 3;
      while (at < text.size() && at - i < most && text[at] >= '0' && text[at] <= '7')
        value = value * 8 + (text[at++] - '0');
      out += static_cast<char>(value & 0xFF);
      i = at - 1;
    } else {
      switch (c) {
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case 'b':
        case 'a':
        case 'f':
        case 'v':
          out += ' ';
          break;
        case 'e':
          out += '\x1b';
          break;
        case '\n':
          break;
        default:
          out += c;
      }
    }
  }
  return out;
}

std::optional<std::string> translate(std::string_view text, std::string_view from, std::string_view to) {
  const std::string a = expand_set(from);
  const std::string b = expand_set(to);
  if (a.empty() || b.empty()) return std::nullopt;
  std::array<char, 256> map;
  for (std::size_t i = 0; i < map.size(); ++i) map[i] = static_cast<char>(i);
  for (std::size_t i = 0; i < a.size(); ++i) {
    map[static_cast<unsigned char>(a[i])] = b[std::min(i, b.size() - 1)];
  }
  std::string out(text);
  for (char& c : out) c = map[static_cast<unsigned char>(c)];
  return out;
}

std::optional<std::string> from_utf16le(std::string_view bytes) {
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return std::nullopt;
  std::size_t zeros = 0;
  for (std::size_t i = 1; i < bytes.size(); i += 2) zeros += bytes[i] == '\0';
  if (zeros * 4 < bytes.size()) return std::nullopt;
  return utf16_to_utf8(bytes, false);
}

bool looks_like_text(std::string_view bytes) {
  if (bytes.size() < 4) return false;
  std::size_t plain = 0;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && !is_space(c)) || byte == 0x7F) return false;
    plain += byte < 0x7F;
  }
  return plain * 10 >= bytes.size() * 8 && find_invalid_utf8(bytes) == std::string_view::npos;
}

}  // namespace skillstow
