#include "base/format.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/frontmatter/name_form.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "name");
  if (!field || !field->value.is_scalar()) return;
  const std::size_t count = count_code_points(field->value.text);
  if (count <= k_max_name) return;
  report.at(field->value.span,
            format("the name has {} of {} characters allowed; GitHub Copilot refuses a longer one", count, k_max_name),
            "choose a shorter name for the skill and its folder");
}

}  // namespace

extern const Rule name_length;
constinit const Rule name_length = {
    .id = "name-length",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .summary = "The name is longer than 64 characters",
    .what = R"(A name has 1 to 64 characters. Characters are Unicode code points, not bytes.)",
    .why =
        R"(GitHub Copilot refuses a longer name, Codex drops the skill when the name is longer than it takes, and agents show
names in menus that have little room.)",
    .bad =
        R"(=== SKILL.md (folder formats-the-tide-tables-of-all-the-harbours-for-print-and-for-the-screen) ===
---
name: formats-the-tide-tables-of-all-the-harbours-for-print-and-for-the-screen
description: Formats tide tables for print. Use when a user pastes harbour data.
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
        "Agent Skills specification, name field: 1 to 64 characters. Seen with Codex 0.171.0 (a name of 129) and "
        "GitHub Copilot 1.0.102.",
    .check = check,
};

}  // namespace skillstow::rules
