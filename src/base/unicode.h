#pragma once

#include <string>
#include <string_view>

// What needs the Unicode character database; wraps utf8proc. Text that is not UTF-8 is returned as it is.
namespace skillstow {

std::string to_nfc(std::string_view text);
std::string to_nfkc(std::string_view text);
std::string fold_case(std::string_view text);  // NFKC with case folding: names that a case-blind disk holds as one

// Columns that a terminal gives the character: 0, 1 or 2.
int terminal_width(char32_t point);
std::size_t terminal_width(std::string_view text);

enum class CharacterClass {
  letter,
  mark,
  number,
  punctuation,
  symbol,
  space,
  control,
  format,
  surrogate,
  private_use,
  unassigned
};
CharacterClass classify(char32_t point);

}  // namespace skillstow
