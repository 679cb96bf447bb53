#include "structure/heading_pattern.h"

#include <array>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "base/unicode.h"

namespace skillstow {
namespace {

constexpr std::string_view k_number = "{n}";
constexpr std::string_view k_title = "{title}";
constexpr std::string_view k_signs = ":.)-";  // after folding, in which every dash is "-"
constexpr std::string_view k_end_signs = ":.!?;,-";
constexpr std::size_t k_max_digits = 9;  // so that a number always fits 32 bits

// Typographic forms that people and editors mix freely, as the plain one.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> k_plain{
    {{"\u2018", "'"}, {"\u2019", "'"}, {"\u2010", "-"}, {"\u2011", "-"}, {"\u2013", "-"}, {"\u2014", "-"}}};

std::string_view without_signs_at_end(std::string_view text) {
  while (!text.empty() && (is_space(text.back()) || k_signs.find(text.back()) != std::string_view::npos)) {
    text.remove_suffix(1);
  }
  return text;
}

std::string_view without_signs_at_start(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || k_signs.find(text.front()) != std::string_view::npos)) {
    text.remove_prefix(1);
  }
  return text;
}

bool starts_with_sign(std::string_view text) {
  return !text.empty() && k_signs.find(text.front()) != std::string_view::npos;
}

auto wrong(std::string_view source, std::string_view why) {
  return failure(ErrorKind::bad_input, {}, format("the heading pattern \"{}\" {}", visible(source, 80), why),
                 "write it like \"Step {n}: {title}\": fixed words, {n} for the number, {title} for the rest");
}

HeadingMatch form(std::uint32_t number) { return {HeadingMatch::Fit::form, number}; }

// What follows the fixed words: the sign and the title, or nothing.
HeadingMatch match_title(const HeadingPattern& pattern, std::string_view rest, std::uint32_t number) {
  const bool has_sign = starts_with_sign(trim_left(rest));
  const std::string_view title = without_signs_at_start(rest);
  if (!pattern.titled) return title.empty() ? HeadingMatch{HeadingMatch::Fit::full, number} : form(number);
  const bool has_gap = pattern.before.empty() || (!rest.empty() && (is_space(rest.front()) || has_sign));
  if (title.empty() || !has_gap || (pattern.sign && !has_sign)) return form(number);
  return {HeadingMatch::Fit::full, number};
}

HeadingMatch match_numbered(const HeadingPattern& pattern, std::string_view rest) {
  rest = trim_left(rest);
  std::size_t digits = 0;
  std::uint32_t number = 0;
  while (digits < rest.size() && is_digit(rest[digits])) {
    if (digits < k_max_digits) number = number * 10 + static_cast<std::uint32_t>(rest[digits] - '0');
    ++digits;
  }
  if (digits == 0) return {};
  if (digits > k_max_digits) return form(0);
  rest.remove_prefix(digits);
  // "3a" and "3.1" are numbers of another kind.
  if (!rest.empty() && is_word(rest.front())) return form(number);
  if (rest.size() > 1 && starts_with_sign(rest) && is_digit(rest[1])) return form(number);
  if (!pattern.between.empty()) {
    rest = without_signs_at_start(rest);
    if (!rest.starts_with(pattern.between)) return form(number);
    rest.remove_prefix(pattern.between.size());
  }
  return match_title(pattern, rest, number);
}

}  // namespace

Result<HeadingPattern> parse_heading_pattern(std::string_view source) {
  HeadingPattern pattern;
  pattern.source = std::string(trim(source));
  const std::string_view text = pattern.source;
  const std::size_t number = text.find(k_number);
  const std::size_t title = text.find(k_title);
  pattern.numbered = number != std::string_view::npos;
  pattern.titled = title != std::string_view::npos;
  if (!pattern.numbered && !pattern.titled) return wrong(source, "has no placeholder, so only one heading fits it");
  if (pattern.titled && title + k_title.size() != text.size()) return wrong(source, "has text after {title}");
  if (pattern.numbered && pattern.titled && number > title) return wrong(source, "has {n} after {title}");

  const std::size_t first = pattern.numbered ? number : title;
  const std::string_view before = text.substr(0, first);
  std::string_view between;
  if (pattern.numbered) {
    const std::size_t after = number + k_number.size();
    between = text.substr(after, (pattern.titled ? title : text.size()) - after);
  }
  for (const std::string_view fixed : {before, between}) {
    if (fixed.find_first_of("{}") != std::string_view::npos)
      return wrong(source, "has a placeholder that is unknown or repeated");
  }
  const std::string_view last = trim_right(pattern.numbered ? between : before);
  const std::string folded_last = fold_heading(last);
  pattern.sign = pattern.titled && !folded_last.empty() && k_signs.find(folded_last.back()) != std::string_view::npos;
  pattern.before = std::string(without_signs_at_end(fold_heading(before)));
  pattern.between = std::string(without_signs_at_start(without_signs_at_end(fold_heading(between))));
  return pattern;
}

HeadingMatch match_heading(const HeadingPattern& pattern, std::string_view folded_heading) {
  std::string_view rest = folded_heading;
  if (!rest.starts_with(pattern.before)) return {};
  rest.remove_prefix(pattern.before.size());
  if (pattern.numbered) return match_numbered(pattern, rest);
  // Without a number only the whole form tells such a heading from another one that begins with the same words.
  const HeadingMatch match = match_title(pattern, rest, 0);
  return match.fit == HeadingMatch::Fit::full ? match : HeadingMatch{};
}

std::string example_of(const HeadingPattern& pattern, std::uint32_t number) {
  return replace_all(replace_all(pattern.source, k_number, format("{}", number)), k_title, "…");
}

std::string fold_heading(std::string_view heading) {
  std::string folded = fold_case(heading);
  for (const auto& [from, to] : k_plain) folded = replace_all(folded, from, to);
  return fold_space(folded);
}

std::string_view without_end_signs(std::string_view folded) {
  while (!folded.empty() && (folded.back() == ' ' || k_end_signs.find(folded.back()) != std::string_view::npos)) {
    folded.remove_suffix(1);
  }
  return folded;
}

std::string folded_title(std::string_view title) { return std::string(without_end_signs(fold_heading(title))); }

}  // namespace skillstow
