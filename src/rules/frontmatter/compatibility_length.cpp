#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_max_compatibility = 500;  // code points; Agent Skills specification, compatibility field

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "compatibility");
  if (!field) return;
  const YamlNode& value = field->value;
  if (value.kind == YamlNode::Kind::null || (value.is_scalar() && is_blank_text(value.text))) {
    Diagnostic& finding =
        report.at(place_of(*field), "the field compatibility is empty; where it is given, it has 1 to 500 characters",
                  "name what the skill needs, or take the field out");
    if (const auto edit = delete_field(skill, *field)) finding.fixes.push_back({"Take the empty field out", {*edit}});
    return;
  }
  if (!value.is_scalar()) return;  // compatibility-type
  const std::size_t count = count_code_points(trim(value.text));
  if (count <= k_max_compatibility) return;
  report.at(value.span, format("the field compatibility has {} of {} characters allowed", count, k_max_compatibility),
            format("shorten it by {}", counted(count - k_max_compatibility, "character")));
}

}  // namespace

extern const Rule compatibility_length;
constinit const Rule compatibility_length = {
    .id = "compatibility-length",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The field compatibility is empty or longer than 500 characters",
    .what = R"(Where `compatibility` is given, it has 1 to 500 characters: what the skill needs of its surroundings.)",
    .why =
        R"(The field is a line for a person or an agent to read before the skill is used. Strict readers (Mistral Vibe,
Crush, the reference validator) drop a skill whose line is longer.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
compatibility: ""
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
compatibility: Requires jq and Python 3.9 or newer
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, compatibility field: 1 to 500 characters if provided.",
    .check = check,
};

}  // namespace skillstow::rules
