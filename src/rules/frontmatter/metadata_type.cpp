#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// What a value is besides the text that it should be; empty for text.
std::string_view other_type(const YamlNode& value) {
  if (value.kind == YamlNode::Kind::null) return type_besides_text(ScalarType::null);
  return type_besides_text(scalar_type(value));
}

void check_members(const Skill& skill, const YamlNode::Member& field, Report& report) {
  std::string nested;
  std::size_t nested_count = 0;
  for (const YamlNode::Member& member : field.value.members) {
    const std::string key = visible(member.key.text, 40);
    if (!member.value.is_scalar() && member.value.kind != YamlNode::Kind::null) {
      if (++nested_count <= 4) nested += (nested.empty() ? "" : ", ") + key;
      continue;
    }
    const std::string_view type = other_type(member.value);
    if (type.empty()) continue;
    Diagnostic& finding =
        report.at(place_of(member),
                  format("the metadata value of {} is {}; a reader that writes it back may change it", key, type),
                  "put it in double quotes");
    finding.severity = Severity::warning;
    if (member.value.span.length > 0 && member.value.is_scalar())
      finding.fixes.push_back(quote_fix(skill, member.value));
  }
  if (nested_count == 0) return;
  if (nested_count > 4) nested += format(" and {} more", nested_count - 4);
  report
      .at(field.key.span,
          format("the metadata has nested values ({}), and the specification knows text only; Crush drops such a skill",
                 nested),
          "write each as one text, or keep the data in a file of the skill")
      .severity = Severity::warning;
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "metadata");
  if (!field) return;
  if (field->value.kind == YamlNode::Kind::map) {
    check_members(skill, *field, report);
    return;
  }
  const bool empty = field->value.kind == YamlNode::Kind::null;
  Diagnostic& finding =
      report.at(place_of(*field),
                format("the metadata is {}, and it must be a mapping of keys to texts; Codex drops the skill",
                       empty ? "empty" : describe(field->value)),
                "write one indented \"key: value\" a line below metadata, or take the field out");
  if (!empty) return;
  if (const auto edit = delete_field(skill, *field)) finding.fixes.push_back({"Take the empty field out", {*edit}});
}

}  // namespace

extern const Rule metadata_type;
constinit const Rule metadata_type = {
    .id = "metadata-type",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The metadata is not a mapping of text to text",
    .what =
        R"(`metadata` is a mapping of keys to texts. Anything but a mapping is an error. Values that YAML takes for numbers,
dates, booleans or nothing are warnings, one each; nested lists and mappings are one warning together.)",
    .why =
        R"(Codex drops a skill whose metadata is a text or a list. Numbers and dates load everywhere, but tools that write the
file back change them: version `1.10` becomes `1.1`.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
metadata:
  author: harbour-team
  version: 1.10
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
metadata:
  author: harbour-team
  version: "1.10"
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "Agent Skills specification, metadata field: a map from string keys to string values. Seen with Codex "
        "0.171.0.",
    .check = check,
};

}  // namespace skillstow::rules
