#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field || field->value.kind == YamlNode::Kind::null) return;  // description-empty
  const YamlNode& value = field->value;
  const std::string_view written = slice(skill.manifest.text, value.span);
  if (!value.is_scalar()) {
    std::string message = format("the description is {}, and it must be text", describe(value));
    const bool placeholder = is_placeholder(written);
    if (placeholder) message += "; it looks like a template's placeholder that was never filled in";
    Diagnostic& finding = report.at(value.span, std::move(message), "put the text in double quotes");
    if (!placeholder && value.style == YamlNode::Style::flow && written.find('\n') == std::string_view::npos)
      finding.fixes.push_back(quote_fix(skill, value));
    return;
  }
  const ScalarType type = scalar_type(value);
  if (type == ScalarType::text || type == ScalarType::null) return;
  Diagnostic& finding = report.at(
      value.span,
      format("without quotes the description {} is {}; {}", quoted(value.text), type_besides_text(type),
             is_1_1_only(type) ? "agents that read it so get no text"
                               : "GitHub Copilot refuses one that is no text, and OpenCode drops the skill without a "
                                 "message"),
      "write a sentence, in double quotes if it must start like that");
  if (is_1_1_only(type)) finding.severity = Severity::warning;
  finding.fixes.push_back(quote_fix(skill, value));
}

}  // namespace

extern const Rule description_type;
constinit const Rule description_type = {
    .id = "description-type",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The description is not text",
    .what =
        R"(The description must be text. Text that starts with `[` or `{` becomes a list or a mapping, items below each
other with dashes are a list, and a lone number or `true` is no text either.)",
    .why =
        R"(GitHub Copilot refuses a description that is not a string, Codex and OpenCode drop the skill without a message,
Gemini CLI glues the parts together, and Claude Code shows the first heading instead.)",
    .bad = R"(---
name: example
description: [Formats tide tables for print, Use when a user pastes harbour data]
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: "[tides] Formats tide tables for print. Use when a user pastes harbour data."
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
