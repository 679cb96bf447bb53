#include "agents/loader/unicode_space.h"

#include "base/utf8.h"

namespace skillstow::loader {
namespace {

bool is_space_separator(char32_t point) {
  return point == 0x20 || point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x202F ||
         point == 0x205F || point == 0x3000;
}

// Length of the longest start of a well-formed sequence at bytes[at], which is not well-formed itself; at least 1
// (Unicode 15, section 3.9, substitution of maximal subparts).
std::size_t ill_formed_length(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u;
  };
  const unsigned first = byte(at);
  unsigned low = 0x80;
  unsigned high = 0xBF;
  std::size_t rest = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    rest = 1;
  } else if (first >= 0xE0 && first <= 0xEF) {
    rest = 2;
    if (first == 0xE0) low = 0xA0;
    if (first == 0xED) high = 0x9F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    rest = 3;
    if (first == 0xF0) low = 0x90;
    if (first == 0xF4) high = 0x8F;
  }
  std::size_t length = 1;
  while (length <= rest && byte(at + length) >= low && byte(at + length) <= high) {
    ++length;
    low = 0x80;
    high = 0xBF;
  }
  return length;
}

// The code point that ends right before `end`, and where it starts.
char32_t point_before(std::string_view text, std::size_t end, std::size_t& start) {
  start = end - 1;
  while (start > 0 && end - start < 4 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80) --start;
  return decode_utf8(text, start).point;
}

}  // namespace

bool is_js_space(char32_t point) {
  return (point >= 0x09 && point <= 0x0D) || is_space_separator(point) || point == 0x2028 || point == 0x2029 ||
         point == 0xFEFF;
}

bool is_rust_space(char32_t point) {
  return (point >= 0x09 && point <= 0x0D) || is_space_separator(point) || point == 0x2028 || point == 0x2029 ||
         point == 0x85;
}

std::string_view trim_end_by(std::string_view text, IsSpace is_space) {
  std::size_t end = text.size();
  while (end > 0) {
    std::size_t start = 0;
    if (!is_space(point_before(text, end, start))) break;
    end = start;
  }
  return text.substr(0, end);
}

std::string_view trim_by(std::string_view text, IsSpace is_space) {
  std::size_t start = 0;
  while (start < text.size()) {
    const Decoded decoded = decode_utf8(text, start);
    if (!is_space(decoded.point)) break;
    start += decoded.length;
  }
  return trim_end_by(text.substr(start), is_space);
}

std::string fold_by(std::string_view text, IsSpace is_space) {
  std::string out;
  out.reserve(text.size());
  bool pending = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const Decoded decoded = byte < 0x80 ? Decoded{byte, 1, true} : decode_utf8(text, i);
    if (is_space(decoded.point)) {
      pending = !out.empty();
    } else {
      if (pending) out += ' ';
      pending = false;
      out.append(text, i, decoded.length);
    }
    i += decoded.length;
  }
  return out;
}

std::string_view decode_lossy(std::string_view bytes, std::string& room) {
  std::size_t bad = find_invalid_utf8(bytes);
  if (bad == std::string_view::npos) return bytes;
  room.clear();
  std::size_t done = 0;
  while (bad != std::string_view::npos) {
    room.append(bytes.substr(done, bad - done));
    append_utf8(room, 0xFFFD);
    done = bad + ill_formed_length(bytes, bad);
    const std::size_t next = find_invalid_utf8(bytes.substr(done));
    bad = next == std::string_view::npos ? next : done + next;
  }
  room.append(bytes.substr(done));
  return room;
}

std::string_view first_utf16_units(std::string_view text, std::size_t units) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded decoded = decode_utf8(text, at);
    const std::size_t cost = decoded.point > 0xFFFF ? 2 : 1;
    if (cost > units) break;
    units -= cost;
    at += decoded.length;
  }
  return text.substr(0, at);
}

std::string_view first_code_points(std::string_view text, std::size_t points) {
  std::size_t at = 0;
  while (at < text.size() && points-- > 0) at += decode_utf8(text, at).length;
  return text.substr(0, at);
}

}  // namespace skillstow::loader
