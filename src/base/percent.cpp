#include "base/percent.h"

#include "base/hex.h"
#include "base/text.h"

namespace skillstow {
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const int high = hex_value(text[i + 1]);
      const int low = hex_value(text[i + 2]);
      if (high >= 0 && low >= 0) {
        decoded += static_cast<char>(high * 16 + low);
        i += 2;
        continue;
      }
    }
    decoded += text[i];
  }
  return decoded;
}

std::string percent_encoded(std::string_view text, std::string_view kept) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (is_alnum(c) || kept.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_percent(out, c);
    }
  }
  return out;
}

void append_percent(std::string& out, char c) {
  constexpr std::string_view k_digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += k_digits[byte >> 4];
  out += k_digits[byte & 15];
}

}  // namespace skillstow
