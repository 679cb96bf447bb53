#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Text helpers that know ASCII only and no locale. All take views and give bytes offsets or views into what they got.
namespace skillstow {

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_alpha(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
constexpr bool is_word(char c) { return is_alnum(c) || c == '_'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
constexpr bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trim(std::string_view text);  // white space at both ends
std::string_view trim_left(std::string_view text);
std::string_view trim_right(std::string_view text);
std::string to_lower(std::string_view text);  // ASCII letters only
bool equals_ignoring_case(std::string_view a, std::string_view b);
bool starts_with_ignoring_case(std::string_view text, std::string_view prefix);

// The lines of `text` without their ends. "\n", "\r\n" and a lone "\r" end a line; a final line end opens no further
// line.
std::vector<std::string_view> split_lines(std::string_view text);

// The parts between separators, empty ones included.
std::vector<std::string_view> split(std::string_view text, char separator);

// The parts are views: of a string that nobody keeps they would be of nothing.
template <class Text>
requires std::same_as<Text, std::string> std::vector<std::string_view> split_lines(Text&& text)
= delete;
template <class Text>
requires std::same_as<Text, std::string> std::vector<std::string_view> split(Text&& text, char separator)
= delete;

std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string replace_all(std::string_view text, std::string_view from, std::string_view to);

// White-space runs become one space, both ends are trimmed.
std::string fold_space(std::string_view text);

// "1 file", "2 files".
std::string counted(std::uint64_t count, std::string_view singular, std::string_view plural = {});

// 7749 -> "7,749".
std::string grouped(std::uint64_t number);

// For a terminal or a message: control characters, invisible characters and bytes that are not UTF-8 become
// "<U+200B>" or "<0xFF>", so that no text of a skill can move the cursor or hide itself. Cut at `max_points` code
// points.
std::string visible(std::string_view text, std::size_t max_points = SIZE_MAX);

}  // namespace skillstow
