#pragma once

#include <cstdint>
#include <string_view>

namespace skillstow {

// Characters that a reader does not see, by how they are misused. Unicode 15; general category Cf and the fillers.
enum class Invisible : std::uint8_t {
  none,
  tag,                 // U+E0000 … U+E007F: shadow of ASCII
  variation_selector,  // U+FE00 … U+FE0F, U+E0100 … U+E01EF: 256 values, so a byte each
  zero_width,          // U+200B, U+2060, U+FEFF, U+180E, U+034F, U+206A … U+206F
  joiner,              // U+200C, U+200D: needed by emoji, Persian, Indic scripts
  operator_,           // U+2061 … U+2064: invisible mathematical operators
  filler,              // U+115F, U+1160, U+3164, U+FFA0: Hangul fillers
  bidi_override,       // U+202D, U+202E: shows text in another order than it has
  bidi_embedding,      // U+202A … U+202C, U+2066 … U+2069
  bidi_mark,           // U+200E, U+200F, U+061C
  annotation,          // U+FFF9 … U+FFFB
  private_plane,       // U+F0000 … U+10FFFD: no font has them, so a run of them is nothing that is read
};
Invisible invisible_kind(char32_t point);

// Emoji, their modifiers and selectors: what may stand beside a joiner.
bool is_pictograph(char32_t point);

// Letters of scripts that join or order with invisible characters by their own rules: Hebrew, Arabic and its kin,
// Syriac, Thaana, N'Ko, the Indic scripts, Khmer, Mongolian, Tibetan, Myanmar, Thai, Lao.
bool is_right_to_left(char32_t point);
bool uses_joiners(char32_t point);

// The ASCII letter that the character is drawn like (Unicode TR39 confusables, the Cyrillic, Greek, Armenian and
// Cherokee letters in use for it), or 0.
char look_alike_of(char32_t point);

// Full-width and mathematical letters and signs whose compatibility form is ASCII: that character, or 0.
char compatibility_ascii(char32_t point);

bool is_cyrillic(char32_t point);
bool is_greek(char32_t point);

// Offset of the next byte at or after `at` that is not ASCII; text.size() if there is none. Eight bytes a step.
std::size_t next_non_ascii(std::string_view text, std::size_t at);

}  // namespace skillstow
