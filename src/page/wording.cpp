#include "page/wording.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "facts/mask.h"

namespace skillstow {

std::string own_words(std::string_view text) { return masked(repair_utf8(text)); }

std::string title_of_words(std::string_view name) {
  std::string title;
  bool start = true;
  for (const char c : name) {
    const bool gap = c == '-' || c == '_';
    title += gap ? ' ' : start && is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    start = gap;
  }
  return title;
}

std::string name_of(const Skill& skill) {
  const std::string name = fold_space(skill.name().value_or(""));
  return name.empty() ? skill.folder : name;
}

std::string title_of(const Skill& skill, const std::vector<Section>& sections) {
  constexpr std::size_t k_longest = 120;  // a heading above it is no title
  for (const Section& section : sections) {
    const std::string title = fold_space(section.title);
    if (section.level == 1 && !title.empty() && count_code_points(title) <= k_longest) return own_words(title);
  }
  return visible(own_words(title_of_words(name_of(skill))), k_longest);
}

namespace {

// A full stop that ends a sentence: "e.g. x", "v1.2" and "Node.js" have none.
bool ends_sentence(std::string_view text, std::size_t at) {
  if (std::string_view(".!?").find(text[at]) == std::string_view::npos) return false;
  if (at + 1 < text.size() && text[at + 1] != ' ') return false;
  const std::string_view before = text.substr(0, at);
  const std::string_view word = before.substr(before.rfind(' ') + 1);
  for (const std::string_view short_word :
       {"e.g", "i.e", "etc", "vs", "cf", "approx", "incl", "Dr", "Mr", "Ms", "No"}) {
    if (equals_ignoring_case(word, short_word) || equals_ignoring_case(word, "(" + std::string(short_word)))
      return false;
  }
  return true;
}

std::string cut_at_word(std::string_view text, std::size_t most_points) {
  std::size_t at = 0;
  for (std::size_t points = 0; at < text.size() && points < most_points; ++points) at += decode_utf8(text, at).length;
  if (at >= text.size()) return std::string(text);
  const std::size_t blank = text.substr(0, at).rfind(' ');
  if (blank != std::string_view::npos && blank > at / 2) at = blank;
  return std::string(trim_right(text.substr(0, at))) + "…";
}

}  // namespace

std::string first_sentence(std::string_view text, std::size_t most_points) {
  const std::string folded = fold_space(text);
  for (std::size_t i = 0; i < folded.size(); ++i) {
    if (ends_sentence(folded, i)) return cut_at_word(std::string_view(folded).substr(0, i + 1), most_points);
    if (folded.compare(i, 3, "。") == 0) return cut_at_word(std::string_view(folded).substr(0, i + 3), most_points);
  }
  return cut_at_word(folded, most_points);
}

std::string repository_name(std::string_view address) {
  for (const std::string_view start : {"https://", "http://"}) {
    if (address.starts_with(start)) address.remove_prefix(start.size());
  }
  if (address.starts_with("github.com/")) address.remove_prefix(11);
  return std::string(address);
}

std::string compact(std::uint64_t number) {
  if (number < 1000) return format("{}", number);
  const bool millions = number >= 999'500;
  const std::uint64_t unit = millions ? 1'000'000 : 1'000;
  const std::string_view letter = millions ? "M" : "k";
  const std::uint64_t tenths = (number * 10 + unit / 2) / unit;
  if (tenths >= 100 || tenths % 10 == 0) return format("{}{}", (number + unit / 2) / unit, letter);
  return format("{}.{}{}", tenths / 10, tenths % 10, letter);
}

std::string listed(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? std::string() : names.front();
  return join(std::vector<std::string>(names.begin(), names.end() - 1), ", ") + " and " + names.back();
}

PageData inline_view(std::string_view text) {
  PageData parts = PageData::list();
  bool code = false;
  for (const std::string_view part : split(text, '`')) {
    if (!part.empty()) parts.add(PageData().set("text", part).set("code", code));
    code = !code;
  }
  return parts;
}

PageData lines_view(std::string_view text) {
  PageData lines = PageData::list();
  for (const std::string_view line : split_lines(text)) lines.add(PageData().set("text", line));
  return lines;
}

}  // namespace skillstow
