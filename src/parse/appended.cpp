#include "parse/appended.h"

#include <algorithm>
#include <cstdint>

#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_png = "\x89PNG\r\n\x1A\n";
constexpr std::string_view k_jpeg = "\xFF\xD8\xFF";
constexpr std::string_view k_gif = "GIF8";
constexpr std::string_view k_pdf = "%PDF-";

constexpr std::size_t k_none = std::string_view::npos;

std::size_t byte_at(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}

// Chunks of length, name, data and checksum, up to IEND (PNG, 5.3).
std::size_t end_of_png(std::string_view bytes) {
  for (std::size_t at = k_png.size(); at + 12 <= bytes.size();) {
    std::size_t length = 0;
    for (std::size_t k = 0; k < 4; ++k) length = length << 8U | byte_at(bytes, at + k);
    const bool last = bytes.substr(at + 4, 4) == "IEND";
    if (length > bytes.size() - at - 12) return k_none;
    at += 12 + length;
    if (last) return at;
  }
  return k_none;
}

// Blocks up to the trailer (GIF89a, 13 to 27).
std::size_t end_of_gif(std::string_view bytes) {
  const auto table = [&](std::size_t flags) -> std::size_t {
    return (flags & 0x80U) != 0 ? 3U << ((flags & 7U) + 1) : 0;
  };
  std::size_t at = 13 + table(byte_at(bytes, 10));
  while (at < bytes.size()) {
    const std::size_t kind = byte_at(bytes, at);
    if (kind == 0x3B) return at + 1;
    if (kind == 0x2C) {
      at += 11 + table(byte_at(bytes, at + 9));
    } else if (kind == 0x21) {
      at += 2;
    } else {
      return k_none;
    }
    while (byte_at(bytes, at) != 0) at += byte_at(bytes, at) + 1;  // sub-blocks
    ++at;
  }
  return k_none;
}

std::size_t behind_last(std::string_view bytes, std::string_view mark) {
  const std::size_t at = bytes.rfind(mark);
  return at == k_none ? k_none : at + mark.size();
}

}  // namespace

bool has_known_end(std::string_view bytes) {
  return bytes.starts_with(k_png) || bytes.starts_with(k_jpeg) || bytes.starts_with(k_gif) || bytes.starts_with(k_pdf);
}

std::string_view appended_text(std::string_view bytes) {
  std::size_t end = k_none;
  if (bytes.starts_with(k_png)) end = end_of_png(bytes);
  if (bytes.starts_with(k_gif)) end = end_of_gif(bytes);
  if (bytes.starts_with(k_jpeg)) end = behind_last(bytes, "\xFF\xD9");
  if (bytes.starts_with(k_pdf)) end = behind_last(bytes, "%%EOF");
  if (end == k_none || end >= bytes.size()) return {};
  constexpr std::size_t k_shortest = 8;  // a line end or a few bytes of padding are no text
  const std::string_view rest = trim(bytes.substr(end));
  const bool text = rest.size() >= k_shortest && std::all_of(rest.begin(), rest.end(), [](char c) {
                      return static_cast<unsigned char>(c) >= 0x20 || is_space(c);
                    });
  return text ? rest : std::string_view();
}

bool opens_with_script(std::string_view bytes) {
  if (!bytes.starts_with(k_pdf)) return false;
  const auto has = [&](std::string_view name) { return bytes.find(name) != k_none; };
  return (has("/OpenAction") || has("/AA")) && (has("/JavaScript") || has("/Launch"));
}

}  // namespace skillstow
