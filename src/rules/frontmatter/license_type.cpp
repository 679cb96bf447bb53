#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "license");
  if (!field || field->value.kind == YamlNode::Kind::null) return;
  const YamlNode& value = field->value;
  const ScalarType type = value.is_scalar() ? scalar_type(value) : ScalarType::text;
  if (value.is_scalar() && (type == ScalarType::text || type == ScalarType::null)) return;
  Diagnostic& finding = report.at(value.span,
                                  format("the license is {}, and it should be text: a licence's name or a file that "
                                         "comes with the skill",
                                         value.is_scalar() ? type_besides_text(type) : describe(value)),
                                  "write it as text, as \"MIT\" or \"See LICENSE.txt\"");
  if (value.is_scalar()) finding.fixes.push_back(quote_fix(skill, value));
}

}  // namespace

extern const Rule license_type;
constinit const Rule license_type = {
    .id = "license-type",
    .category = Category::frontmatter,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "The license is not text",
    .what = R"(`license` is a text: the name of a licence, or of a file in the folder that holds it.)",
    .why =
        R"(Mistral Vibe refuses a skill whose license is no text, and OpenHands loses every skill of the folder. The agents
that skillstow models ignore the field.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
license: 2.0
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
license: Apache-2.0
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, license field; the source of Mistral Vibe and the OpenHands SDK.",
    .check = check,
};

}  // namespace skillstow::rules
