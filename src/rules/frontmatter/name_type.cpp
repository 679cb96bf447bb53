#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "name");
  if (!field || field->value.kind == YamlNode::Kind::null) return;  // name-missing
  const YamlNode& value = field->value;
  if (!value.is_scalar()) {
    std::string message = format("the name is {}, and it must be text", describe(value));
    if (is_placeholder(slice(skill.manifest.text, value.span)))
      message += "; it looks like a template's placeholder that was never filled in";
    report.at(value.span, std::move(message), "write the name of the skill's folder");
    return;
  }
  const ScalarType type = scalar_type(value);
  if (type == ScalarType::text || type == ScalarType::null) return;
  Diagnostic& finding =
      report.at(value.span,
                format("without quotes the name {} is {}; {}", quoted(value.text), type_besides_text(type),
                       is_1_1_only(type)
                           ? "agents that read it so get no text"
                           : "GitHub Copilot refuses a name that is no text, and OpenCode drops it without a message"),
                format("write name: {}", yaml_double_quoted(value.text)));
  if (is_1_1_only(type)) finding.severity = Severity::warning;
  finding.fixes.push_back(quote_fix(skill, value));
}

}  // namespace

extern const Rule name_type;
constinit const Rule name_type = {
    .id = "name-type",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The name is not text",
    .what =
        R"(The name must be text. A list or a mapping is none; `name: 123` and `name: true` are a number and a boolean to
readers of YAML. Words that only the older YAML 1.1 reads that way (`yes`, `on`, `2026-01-05`) are a warning. The text
itself is kept as it is written.)",
    .why =
        R"(GitHub Copilot refuses a name that is not a string, OpenCode drops the skill without a message, and others turn the
value into text in their own way, so that `1.10` may become `1.1`.)",
    .bad = R"(=== SKILL.md (folder 12306) ===
---
name: 12306
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(=== SKILL.md (folder 12306) ===
---
name: "12306"
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, name field. Seen with GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
