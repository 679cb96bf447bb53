#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  if (!lacks_field(skill, "description")) return;
  report.at(skill.frontmatter.opener,
            "the field description is missing; Codex and Gemini CLI drop the skill without a message, and no agent "
            "knows when to use it",
            "add a description that says what the skill does and when to use it");
}

}  // namespace

extern const Rule description_missing;
constinit const Rule description_missing = {
    .id = "description-missing",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .summary = "The description is missing",
    .what =
        R"(The frontmatter has no `description`. Where the block is broken, this is said only if no line of it starts with
`description:`.)",
    .why =
        R"(An agent decides by the description alone whether a skill fits a task. Without one, Codex and Gemini CLI drop the
skill without a message, OpenCode lists it with nothing to go by, and Claude Code and GitHub Copilot show the first
paragraph or heading of the body instead.)",
    .bad = R"(---
name: example
---

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
        "Agent Skills specification, description field. Seen with Claude Code 2.1.197, Codex 0.171.0, Gemini CLI "
        "0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
