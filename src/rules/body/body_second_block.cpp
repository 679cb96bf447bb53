#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// "model: large": a key of letters at the left edge.
bool is_field(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
  return end > 0 && end < line.size() && line[end] == ':' && (end + 1 == line.size() || is_blank(line[end + 1]));
}

bool is_dashes(std::string_view line) { return trim_right(line) == "---"; }

// Number of lines below `first` that are fields or belong to one, up to a closing "---"; 0 if it is no block.
std::uint32_t fields_below(const SourceFile& file, std::uint32_t first) {
  constexpr std::uint32_t k_most_lines = 100;
  bool any = false;  // "# Heading" alone is a heading between two rules, though YAML would call it a comment
  for (std::uint32_t line = first + 1; line <= file.lines.line_count() && line <= first + k_most_lines; ++line) {
    const std::string_view text = file.lines.text_of(file.text, line);
    if (is_dashes(text)) return any ? line - first - 1 : 0;
    const bool field = is_field(text);
    const bool continues = any && !text.empty() && is_blank(text.front());
    if (!field && !continues && !text.starts_with('#')) return 0;
    any = any || field;
  }
  return 0;
}

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  const SourceFile& file = skill.manifest;
  if (block.state != Frontmatter::State::present || block.body >= file.text.size()) return;
  std::uint32_t line = file.line(block.body);
  while (line < file.lines.line_count() && trim(file.lines.text_of(file.text, line)).empty()) ++line;
  if (!is_dashes(file.lines.text_of(file.text, line))) return;
  const std::uint32_t fields = fields_below(file, line);
  if (fields == 0) return;
  const std::size_t begin = file.lines.start(line);
  const std::uint32_t last = line + fields + 1;
  const std::size_t end = file.lines.start(last) + file.lines.text_of(file.text, last).size();
  report.at(
      span_between(begin, end),
      format("lines {} to {} look like a second frontmatter, and agents read only the first: these fields count as "
             "text",
             line, last),
      "move the fields into the first block");
}

}  // namespace

extern const Rule body_second_block;
constinit const Rule body_second_block = {
    .id = "body-second-block",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "A second block of fields follows the frontmatter",
    .what =
        R"(Right below the frontmatter stands another block between two lines of `---` that holds nothing but fields. Lines
of `---` elsewhere in the body, with text between them, are left alone.)",
    .why = R"(Agents read the first block only. The fields of the second one have no effect and become part of the
instructions.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---
---
model: large
user-invocable: false
---

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
user-invocable: false
---

Read the table, then write it out again.

---

Print it.
)",
    .source = "Agent Skills specification, SKILL.md format: one block of frontmatter, followed by Markdown.",
    .check = check,
};

}  // namespace skillstow::rules
