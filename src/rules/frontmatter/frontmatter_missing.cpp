#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  // A folder without any SKILL.md is no skill: nothing is said of its fields.
  const bool absent = !skill.manifest_is_link && skill.manifest_problem.find("no such file") != std::string::npos;
  if (!skill.manifest_problem.empty() && !absent) {
    report.about(skill.manifest_name,
                 format("there is no frontmatter: {}; no agent can list the skill", skill.manifest_problem),
                 "put a regular text file in its place, one that everybody may read");
    return;
  }
  if (!is_readable(skill) || block.state != Frontmatter::State::missing) return;
  const std::string_view first_line = skill.manifest.lines.text_of(skill.manifest.text, 1);
  report.at(span_between(0, first_line.size()),
            format("there is no frontmatter: {}; without a name and a description most agents do not list the skill",
                   block.note),
            block.help);
}

}  // namespace

extern const Rule frontmatter_missing;
constinit const Rule frontmatter_missing = {
    .id = "frontmatter-missing",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .summary = "SKILL.md has no frontmatter",
    .what =
        R"(SKILL.md must start with a block of YAML between two lines of `---`. This file has no such
block anywhere, or cannot be read at all: it is a folder, a FIFO or a link in a circle, or nobody may read it.)",
    .why =
        R"(The block holds the name and the description, which are all that an agent knows of a skill before it decides to
use it. Codex, Gemini CLI and OpenCode leave the skill out and say nothing, GitHub Copilot refuses it, and Claude Code
takes the first paragraph for the description.)",
    .bad = R"(# Tide tables

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
        "Agent Skills specification, SKILL.md format: the file must contain YAML frontmatter followed by Markdown. "
        "Seen with Claude Code 2.1.197, Codex 0.171.0, Gemini CLI 0.61.0, GitHub Copilot 1.0.102 and OpenCode "
        "1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
