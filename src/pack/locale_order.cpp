#include "pack/locale_order.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// ASCII in the root order (CLDR, allkeys_CLDR), letters without their case.
constexpr std::string_view k_order = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz";

constexpr auto k_weights = [] {
  std::array<std::uint8_t, 128> weights{};
  for (std::size_t i = 0; i < k_order.size(); ++i)
    weights[static_cast<std::size_t>(k_order[i])] = static_cast<std::uint8_t>(i + 1);
  return weights;
}();

// 0: the character does not count.
std::uint32_t weight_of(char32_t point) {
  if (point >= 128) return 256 + static_cast<std::uint32_t>(point);
  return k_weights[static_cast<std::size_t>(to_lower(static_cast<char>(point)))];
}

// The weights and, for each of them, whether it is of a capital.
struct Key {
  std::u32string weights;
  std::string capitals;
};

Key key_of(std::string_view text) {
  Key key;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode_utf8(text, at);
    at += character.length;
    const std::uint32_t weight = weight_of(character.point);
    if (weight == 0) continue;
    key.weights += static_cast<char32_t>(weight);
    key.capitals += character.point < 128 && is_upper(static_cast<char>(character.point)) ? '1' : '0';
  }
  return key;
}

}  // namespace

bool locale_before(std::string_view a, std::string_view b) {
  const Key x = key_of(a);
  const Key y = key_of(b);
  return x.weights != y.weights ? x.weights < y.weights : x.capitals < y.capitals;
}

}  // namespace skillstow
