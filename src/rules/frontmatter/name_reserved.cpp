#include <array>

#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::array<std::string_view, 2> k_reserved = {"anthropic", "claude"};

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "name");
  if (!field || !field->value.is_scalar()) return;
  const std::string lower = to_lower(field->value.text);
  for (const std::string_view word : k_reserved) {
    const std::size_t at = lower.find(word);
    if (at == std::string::npos) continue;
    report.at(
        place_in(skill, field->value, std::string_view(field->value.text).substr(at, word.size())),
        format("the name holds \"{}\", which claude.ai and the Claude API reserve: an upload there is refused", word),
        "rename the skill if it is to be uploaded there; agents on a disk take the name as it is");
    return;
  }
}

}  // namespace

extern const Rule name_reserved;
constinit const Rule name_reserved = {
    .id = "name-reserved",
    .category = Category::frontmatter,
    .severity = Severity::warning,
    .summary = "The name holds a word that claude.ai reserves",
    .what =
        R"(The name holds `claude` or `anthropic`. The specification does not forbid it, and no agent that reads skills from
a disk minds; words such as `mcp`, `ai` or `agent` are reserved nowhere.)",
    .why = R"(The upload page of claude.ai and the Claude API refuse such a name.)",
    .bad = R"(=== SKILL.md (folder claude-notes) ===
---
name: claude-notes
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
        "Claude's documentation on skills for claude.ai and the API: reserved words. Not in the Agent Skills "
        "specification.",
    .check = check,
};

}  // namespace skillstow::rules
