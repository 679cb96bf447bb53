#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// "name: x" at the left edge.
bool is_field_line(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
  return end > 0 && is_alpha(line[0]) && end < line.size() && line[end] == ':' &&
         (end + 1 == line.size() || is_blank(line[end + 1]));
}

// The closing line behind the fields and the lines that belong to them, if both that the specification requires are
// there and a heading follows: anything else might be meant as one more field.
std::optional<Edit> missing_line(const Skill& skill) {
  const SourceFile& file = skill.manifest;
  bool name = false;
  bool description = false;
  std::uint32_t last = file.line(skill.frontmatter.opener.offset);
  std::uint32_t line = last + 1;
  for (; line <= file.lines.line_count(); ++line) {
    const std::string_view text = file.lines.text_of(file.text, line);
    if (trim(text).empty()) continue;
    if (!is_field_line(text) && !is_blank(text.front())) break;
    name |= text.starts_with("name:");
    description |= text.starts_with("description:");
    last = line;
  }
  if (!name || !description || line > file.lines.line_count() || !file.lines.text_of(file.text, line).starts_with('#'))
    return std::nullopt;
  const std::size_t at = file.lines.start(last + 1);
  return Edit{span_between(at, at), "---" + std::string(line_end_of(skill))};
}

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  if (!is_readable(skill) || block.state != Frontmatter::State::unclosed) return;
  const bool likely = block.closer.length > 0;
  Diagnostic& finding =
      report.at(likely ? block.closer : block.opener, "the frontmatter does not end: " + block.note, block.help);
  if (const Edit edit{block.closer, "---"}; likely && opens_block(skill, edit)) {
    finding.fixes.push_back({"Write the closing line as ---", {edit}});
  } else if (const auto added = missing_line(skill); added && opens_block(skill, *added)) {
    finding.fixes.push_back({"Close the block behind its last field", {*added}});
  }
}

}  // namespace

extern const Rule frontmatter_close;
constinit const Rule frontmatter_close = {
    .id = "frontmatter-close",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The frontmatter is never closed",
    .what =
        R"(The block of fields opens on line 1, but no line of exactly `---` ends it. Where another line was probably
meant (`----`, `--`, `...`), the finding points at it.)",
    .why =
        R"(Without its end there is no telling fields from text. Codex, Gemini CLI and OpenCode drop the skill without a
message, GitHub Copilot refuses it, and Claude Code shows `---` as the description.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
----

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "Agent Skills specification, SKILL.md format. Seen with Claude Code 2.1.197, Codex 0.171.0, Gemini CLI "
        "0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
