#include "base/unicode.h"

#include <cstdlib>
#include <memory>

#include <utf8proc.h>

#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

struct Free {
  void operator()(utf8proc_uint8_t* text) const { std::free(text); }
};

std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* out = nullptr;
  const utf8proc_ssize_t length =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                   &out, static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, Free> owner(out);
  if (length < 0) return std::string(text);
  return {reinterpret_cast<const char*>(out), static_cast<std::size_t>(length)};
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

std::string to_nfc(std::string_view text) {
  return is_ascii(text) ? std::string(text) : mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string to_nfkc(std::string_view text) {
  return is_ascii(text) ? std::string(text) : mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}

std::string fold_case(std::string_view text) {
  if (is_ascii(text)) return to_lower(text);
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
}

int terminal_width(char32_t point) {
  if (point >= 0x20 && point < 0x7F) return 1;
  return utf8proc_charwidth(static_cast<utf8proc_int32_t>(point));
}

std::size_t terminal_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode_utf8(text, at);
    width += static_cast<std::size_t>(terminal_width(character.point));
    at += character.length;
  }
  return width;
}

CharacterClass classify(char32_t point) {
  switch (utf8proc_category(static_cast<utf8proc_int32_t>(point))) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
      return CharacterClass::letter;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
      return CharacterClass::mark;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return CharacterClass::number;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
      return CharacterClass::punctuation;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
      return CharacterClass::symbol;
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return CharacterClass::space;
    case UTF8PROC_CATEGORY_CC:
      return CharacterClass::control;
    case UTF8PROC_CATEGORY_CF:
      return CharacterClass::format;
    case UTF8PROC_CATEGORY_CS:
      return CharacterClass::surrogate;
    case UTF8PROC_CATEGORY_CO:
      return CharacterClass::private_use;
    default:
      return CharacterClass::unassigned;
  }
}

}  // namespace skillstow
