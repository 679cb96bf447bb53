#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace skillstow {

// A stretch of a file's text, in bytes. Files above 4 GiB are refused long before.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;

  constexpr std::uint32_t end() const { return offset + length; }
  constexpr bool contains(std::size_t at) const { return at >= offset && at < end(); }
  friend constexpr bool operator==(Span, Span) = default;
};

constexpr Span span_between(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin)};
}

constexpr std::string_view slice(std::string_view text, Span span) {
  return span.offset > text.size() ? std::string_view{} : text.substr(span.offset, span.length);
}

}  // namespace skillstow
