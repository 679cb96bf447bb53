#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_max_description = 1024;  // code points; Agent Skills specification, description field

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field || !field->value.is_scalar()) return;
  // The line end that closes a block scalar is not the author's text.
  const std::size_t count = count_code_points(trim(field->value.text));
  if (count <= k_max_description) return;
  report.at(field->value.span,
            format("the description has {} of {} characters allowed; GitHub Copilot refuses the skill, and Codex cuts "
                   "the text there",
                   count, k_max_description),
            format("shorten it by {}: details belong in the body", counted(count - k_max_description, "character")));
}

}  // namespace

extern const Rule description_length;
constinit const Rule description_length = {
    .id = "description-length",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .summary = "The description is longer than 1,024 characters",
    .what =
        R"(A description has at most 1,024 characters: Unicode code points of the value as YAML reads it, without white space
at both ends. Bytes do not count, so text in Chinese or Thai has as much room as English.)",
    .why =
        R"(GitHub Copilot refuses the skill, Codex shows only the first 1,024 characters, and every agent pays for the text in
each conversation.)",
    // 13 times the same 82 characters: too long to be read, and short enough to be shown.
    .bad = R"(---
name: example
description: >-
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Formats tide tables for print and for the screen, with heights, times, and ports.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: >-
  Formats tide tables for print and for the screen, with heights, times, and ports.
  Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "Agent Skills specification, description field: 1 to 1,024 characters. Seen with Codex 0.171.0 and GitHub "
        "Copilot 1.0.102; Claude Code cuts its listing at 1,536.",
    .check = check,
};

}  // namespace skillstow::rules
