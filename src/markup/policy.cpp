#include "markup/policy.h"

#include <algorithm>
#include <cstdint>

#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

// Six hexadecimal digits are 24 bits, and those are four letters of Base64.
std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view k_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto digit = [](char c) { return static_cast<std::uint32_t>(is_digit(c) ? c - '0' : c - 'a' + 10); };
  std::string out;
  for (std::size_t at = 0; at < hex.size(); at += 6) {
    std::uint32_t bits = 0;
    const std::size_t digits = std::min<std::size_t>(6, hex.size() - at);
    for (std::size_t i = 0; i < 6; ++i) bits = bits << 4 | (i < digits ? digit(hex[at + i]) : 0);
    const std::size_t letters = (digits * 4 + 5) / 6;
    for (std::size_t i = 0; i < 4; ++i) out += i < letters ? k_letters[bits >> (18 - 6 * i) & 63] : '=';
  }
  return out;
}

}  // namespace

std::string policy_hash(std::string_view text) { return "'sha256-" + base64_of_hex(sha256_hex(text)) + "'"; }

}  // namespace skillstow
