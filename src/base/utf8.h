#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace skillstow {

// One decoded character. `length` is in bytes, at least 1; an ill-formed byte gives U+FFFD, length 1 and valid = false.
struct Decoded {
  char32_t point = 0;
  std::uint8_t length = 1;
  bool valid = true;
};

// The character that starts at text[offset]; offset must be inside the text. Follows Unicode 15, table 3-7: no
// surrogates, no overlong forms, nothing above U+10FFFF.
Decoded decode_utf8(std::string_view text, std::size_t offset);

// Byte offset of the first ill-formed sequence, or npos if the text is well-formed UTF-8.
std::size_t find_invalid_utf8(std::string_view text);

// Number of code points; each ill-formed byte counts as one.
std::size_t count_code_points(std::string_view text);

// Number of UTF-16 code units, the unit in which JavaScript agents measure.
std::size_t count_utf16_units(std::string_view text);

void append_utf8(std::string& out, char32_t point);

// Well-formed UTF-8: each ill-formed byte becomes U+FFFD.
std::string repair_utf8(std::string_view text);

enum class Encoding { utf8, utf8_bom, utf16_le, utf16_be, utf32, binary };

// Guessed by the mark at the start, else by where the zero bytes stand. Text with few zero bytes counts as UTF-8.
Encoding detect_encoding(std::string_view bytes);

// UTF-16 (with or without its mark) as UTF-8; lone surrogates become U+FFFD.
std::string utf16_to_utf8(std::string_view bytes, bool big_endian);

}  // namespace skillstow
