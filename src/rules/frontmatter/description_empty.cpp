#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field) return;
  const YamlNode& value = field->value;
  const bool null = value.kind == YamlNode::Kind::null;
  if (!null && !(value.is_scalar() && is_blank_text(value.text))) return;
  report.at(
      place_of(*field),
      format("the description {}, so no agent can tell what the skill is for",
             null ? (value.text.empty() ? "has no value" : "is null") : (value.text.empty() ? "is empty" : "is blank")),
      "say what the skill does and when to use it");
}

}  // namespace

extern const Rule description_empty;
constinit const Rule description_empty = {
    .id = "description-empty",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .summary = "The description is empty",
    .what =
        R"(The field `description` is there without a value, or with nothing but white space or invisible characters in
it.)",
    .why =
        R"(The specification asks for 1 to 1,024 characters. Codex drops the skill, GitHub Copilot refuses it, Claude Code
shows the first heading instead, and Gemini CLI lists an empty text.)",
    .bad = R"(---
name: example
description: ""
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
        "Agent Skills specification, description field: non-empty. Seen with Claude Code 2.1.197, Codex 0.171.0, "
        "Gemini CLI 0.61.0 and GitHub Copilot 1.0.102.",
    .check = check,
};

}  // namespace skillstow::rules
