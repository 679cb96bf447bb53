#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  if (!is_readable(skill) || block.state != Frontmatter::State::unclosed) return;
  const bool likely = block.closer.length > 0;
  Diagnostic& finding =
      report.at(likely ? block.closer : block.opener, "the frontmatter does not end: " + block.note, block.help);
  const Edit edit{block.closer, "---"};
  if (likely && opens_block(skill, edit)) finding.fixes.push_back({"Write the closing line as ---", {edit}, true});
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
