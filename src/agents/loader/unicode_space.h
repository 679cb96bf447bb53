#pragma once

#include <string>
#include <string_view>

// White space as the agents' languages know it; they differ in a few characters, and a name or description is trimmed
// by them.
namespace skillstow::loader {

// ECMAScript WhiteSpace and LineTerminator: what \s and trim() take in JavaScript.
bool is_js_space(char32_t point);

// Unicode White_Space: what trim() and split_whitespace() take in Rust. Knows U+0085, does not know U+FEFF.
bool is_rust_space(char32_t point);

using IsSpace = bool (*)(char32_t);

std::string_view trim_by(std::string_view text, IsSpace is_space);
std::string_view trim_end_by(std::string_view text, IsSpace is_space);

// Runs of white space become one blank, none at the ends.
std::string fold_by(std::string_view text, IsSpace is_space);

// Ill-formed UTF-8 as browsers, Node, Bun and Rust's lossy reading show it: one U+FFFD for each longest piece that
// could have begun a character. Well-formed text is returned as it is, without a copy, when `room` stays empty.
std::string_view decode_lossy(std::string_view bytes, std::string& room);

// The first `units` UTF-16 code units of well-formed text; a character outside the BMP that would be cut in half is
// left out.
std::string_view first_utf16_units(std::string_view text, std::size_t units);

// The first `points` code points.
std::string_view first_code_points(std::string_view text, std::size_t points);

}  // namespace skillstow::loader
