#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "facts/steps.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

// The whole number at the start of a text; 0 if there is none, or if it goes on as "2.5", "2a" or "2-4".
std::uint32_t leading_number(std::string_view text) {
  std::uint32_t number = 0;
  std::size_t at = 0;
  for (; at < text.size() && is_digit(text[at]) && at < 4; ++at)
    number = number * 10 + static_cast<std::uint32_t>(text[at] - '0');
  if (at == 0) return 0;
  const bool goes_on = at < text.size() && is_word(text[at]);
  const bool fraction = at + 1 < text.size() && (text[at] == '.' || text[at] == '-') && is_digit(text[at + 1]);
  return goes_on || fraction ? 0 : number;
}

// Every number that a step or an item of a list has anywhere: text may mean any of them.
std::vector<std::uint32_t> known_numbers(const Skill& skill, const std::vector<SkillStep>& steps) {
  std::vector<std::uint32_t> numbers;
  for (const SkillStep& step : steps) {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t* part = &first;
    for (const char c : step.number) {
      if (c == '-')
        part = &last;
      else if (is_digit(c) && *part < 10'000)
        *part = *part * 10 + static_cast<std::uint32_t>(c - '0');
      else if (!is_digit(c))
        break;
    }
    for (std::uint32_t number = first; number <= std::max(first, std::min(last, first + 100)); ++number)
      numbers.push_back(number);
  }
  for (const MarkdownNode& node : skill.markdown.nodes)
    if (node.kind == NodeKind::item && node.start > 0) numbers.push_back(node.start);
  return numbers;
}

// "step 7 of the guide", "step 7 in references/setup.md": another text's step.
bool is_of_another_text(std::string_view behind) {
  behind = trim_left(behind);
  return starts_with_ignoring_case(behind, "of ") || starts_with_ignoring_case(behind, "in ") ||
         starts_with_ignoring_case(behind, "from ");
}

// "**Step 9: Print**" at the start of a paragraph is a step that was not written as a heading.
bool starts_paragraph(const Markdown& markdown, std::uint32_t i) {
  while (i > 0 && markdown.nodes[i].parent + 1 == i) {
    i = markdown.nodes[i].parent;
    const NodeKind kind = markdown.nodes[i].kind;
    if (kind == NodeKind::paragraph) return true;
    if (kind != NodeKind::strong && kind != NodeKind::emphasis) return false;
  }
  return false;
}

struct Reference {
  Span span;
  std::uint32_t number = 0;
};

void check(const Skill& skill, Report& report) {
  const std::vector<SkillStep>& steps = report.facts().steps();
  if (steps.size() < 2) return;
  std::vector<std::uint32_t> known = known_numbers(skill, steps);
  std::vector<Reference> references;
  const auto& nodes = skill.markdown.nodes;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const MarkdownNode& node = nodes[i];
    if (node.kind != NodeKind::text || !node.exact || skill.markdown.inside(i, NodeKind::heading) ||
        skill.markdown.inside(i, NodeKind::link))
      continue;
    const std::string_view text = node.text;
    for (std::size_t at = 0; at + 6 <= text.size(); ++at) {
      if (!starts_with_ignoring_case(text.substr(at), "step ") || (at > 0 && is_word(text[at - 1]))) continue;
      const std::string_view rest = text.substr(at + 5);
      const std::uint32_t number = leading_number(rest);
      if (number == 0) continue;
      if (at == 0 && starts_paragraph(skill.markdown, i)) {
        known.push_back(number);
        continue;
      }
      const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
      if (is_of_another_text(rest.substr(digits))) continue;
      const bool same = slice(skill.manifest.text, node.span) == text;
      const std::size_t begin = node.span.offset + at;
      references.push_back({same ? span_between(begin, begin + 5 + digits) : node.span, number});
    }
  }
  for (const Reference& reference : references) {
    if (std::find(known.begin(), known.end(), reference.number) != known.end()) continue;
    report.at(reference.span, format("the text speaks of step {}, and there is none of that number", reference.number),
              "name the step that is meant");
  }
}

}  // namespace

extern const Rule step_reference;
constinit const Rule step_reference = {
    .id = "step-reference",
    .category = Category::body,
    .severity = Severity::note,
    .summary = "The text speaks of a step that does not exist",
    .what =
        R"(The body has steps (`Step 1: …`), and its text names one by a number that no step and no item of a list has. Steps of
other texts ("step 7 of the guide") are left alone.)",
    .why = R"(Steps were taken out or numbered anew, and the text was not: an agent cannot go where it is sent.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

## Step 2: Write

Write it out again.

If a height is missing, go back to step 4.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

## Step 2: Write

Write it out again.

If a height is missing, go back to step 1.
)",
    .source =
        "Structure of skills in public collections; the Agent Skills specification recommends step-by-step "
        "instructions.",
    .check = check,
};

}  // namespace skillstow::rules
