#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "compatibility");
  if (!field) return;
  const YamlNode& value = field->value;
  if (value.kind == YamlNode::Kind::null) return;
  if (value.is_scalar()) {
    const std::string_view type = type_besides_text(scalar_type(value));
    if (type.empty()) return;
    Diagnostic& finding = report.at(value.span, format("the field compatibility is {}, and it must be text", type),
                                    "put it in double quotes, or better say in words what the skill needs");
    finding.severity = Severity::warning;
    finding.fixes.push_back(quote_fix(skill, value));
    return;
  }
  Diagnostic& finding =
      report.at(value.span, format("the field compatibility is {}, and it must be text", describe(value)),
                "write it as one line, as \"Requires git, jq and network access\"");
  std::string joined;
  bool plain = value.kind == YamlNode::Kind::sequence;
  for (const YamlNode& item : value.items) {
    plain = plain && item.is_scalar() && !trim(item.text).empty() && item.text.find('\n') == std::string::npos;
    if (plain) joined += (joined.empty() ? "" : ", ") + std::string(trim(item.text));
  }
  if (!plain || joined.empty() || count_code_points(joined) > 500) return;
  if (auto edit = one_line(skill, *field, joined)) finding.fixes.push_back({"Write the items as one text", {*edit}});
}

}  // namespace

extern const Rule compatibility_type;
constinit const Rule compatibility_type = {
    .id = "compatibility-type",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The field compatibility is not text",
    .what = R"(`compatibility` is one text of 1 to 500 characters. A list or a mapping is none; what YAML takes for a
number or a boolean is a warning.)",
    .why =
        R"(Readers that take the field seriously expect a text and drop the skill otherwise; the rest ignore the field, and
the requirement with it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
compatibility:
  - jq
  - python3
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
compatibility: Requires jq and python3
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, compatibility field.",
    .check = check,
};

}  // namespace skillstow::rules
