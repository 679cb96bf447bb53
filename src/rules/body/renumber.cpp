#include "rules/body/renumber.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace skillstow::rules {
namespace {

bool is_whole(std::string_view number) {
  return !number.empty() && number.size() <= 3 && std::all_of(number.begin(), number.end(), is_digit) &&
         (number.size() == 1 || number.front() != '0');
}

std::uint32_t value_of(std::string_view number) {
  std::uint32_t value = 0;
  for (const char c : number) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

// Where the digits of "Step 3: …" stand in the file; nothing for "Step 1 of 3".
std::optional<Span> digits_of(const Skill& skill, const SkillStep& step) {
  const std::string_view heading = slice(skill.manifest.text, step.span);
  for (std::size_t at = 0; at + 4 < heading.size(); ++at) {
    if (!starts_with_ignoring_case(heading.substr(at), "step")) continue;
    std::size_t digits = at + 4;
    while (digits < heading.size() && (is_blank(heading[digits]) || heading[digits] == '#')) ++digits;
    if (!heading.substr(digits).starts_with(step.number)) return std::nullopt;
    const std::size_t end = digits + step.number.size();
    if (starts_with_ignoring_case(trim_left(heading.substr(end)), "of ")) return std::nullopt;
    return span_between(step.span.offset + digits, step.span.offset + end);
  }
  return std::nullopt;
}

// "step 3", "Steps 2-4", "#step-3-print", "step two": how texts, anchors and scripts name a step.
bool names_a_step(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 10> k_words = {"one", "two",   "three", "four", "five",
                                                        "six", "seven", "eight", "nine", "ten"};
  std::string_view rest = text.substr(at + 4);
  if (!rest.empty() && to_lower(rest.front()) == 's') rest.remove_prefix(1);
  const std::size_t gap = std::min(rest.find_first_not_of(" \t\r\n-_#*(:`"), rest.size());
  rest.remove_prefix(gap);
  if (rest.empty()) return false;
  if (is_digit(rest.front())) return true;
  return gap > 0 && std::any_of(k_words.begin(), k_words.end(), [&](std::string_view word) {
           return starts_with_ignoring_case(rest, word) && (rest.size() == word.size() || !is_word(rest[word.size()]));
         });
}

// `leave_out`: in the order of the text.
bool is_named(std::string_view text, const std::vector<Span>& leave_out) {
  auto next = leave_out.begin();
  for (std::size_t at = 0; at + 4 < text.size(); ++at) {
    if (to_lower(text[at]) != 's' || !starts_with_ignoring_case(text.substr(at), "step") || !names_a_step(text, at))
      continue;
    while (next != leave_out.end() && next->end() <= at) ++next;
    if (next == leave_out.end() || !next->contains(at)) return true;
  }
  return false;
}

// "### 3.1 Look", "3.1. Look": parts that are numbered after their step.
bool has_numbered_parts(std::string_view text) {
  for (std::string_view line : split_lines(text)) {
    line.remove_prefix(std::min(line.find_first_not_of("# \t*-"), line.size()));
    std::size_t at = 0;
    while (at < line.size() && is_digit(line[at])) ++at;
    if (at > 0 && at + 1 < line.size() && line[at] == '.' && is_digit(line[at + 1])) return true;
  }
  return false;
}

bool are_named(const Skill& skill, const std::vector<SkillStep>& steps) {
  std::vector<Span> headings;
  for (const SkillStep& step : steps) {
    if (!is_whole(step.number)) return true;  // "Step 3.1" below "Step 3"
    headings.push_back(step.span);
  }
  if (has_numbered_parts(skill.body()) || is_named(skill.manifest.text, headings)) return true;
  return std::any_of(skill.files.begin(), skill.files.end(), [](const SkillFile& file) {
    return file.kind == ContentKind::text && is_named(file.source.text, {});
  });
}

}  // namespace

std::optional<Fix> renumber(const Skill& skill, const std::vector<SkillStep>& steps, std::uint32_t run) {
  Fix fix;
  std::uint32_t last = 0;
  std::uint32_t next = 0;
  bool first = true;
  for (const SkillStep& step : steps) {
    if (step.run != run) continue;
    if (!is_whole(step.number)) return std::nullopt;
    const std::uint32_t number = value_of(step.number);
    if (!first && number < last) return std::nullopt;
    if (first) next = number;
    first = false;
    last = number;
    const std::optional<Span> digits = digits_of(skill, step);
    if (!digits) return std::nullopt;
    if (number != next) fix.edits.push_back({*digits, format("{}", next)});
    ++next;
  }
  if (fix.edits.empty()) return std::nullopt;
  fix.title = "Number the steps anew";
  fix.safe = !are_named(skill, steps);
  return fix;
}

}  // namespace skillstow::rules
