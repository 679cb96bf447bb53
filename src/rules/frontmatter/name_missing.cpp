#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/frontmatter/name_form.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// A Markdown formatter takes "name: x" above dashes for a heading and writes "## name: x": to YAML a comment.
std::uint32_t commented_line(const Skill& skill) {
  const Span content = skill.frontmatter.content;
  if (content.length == 0) return 0;
  const std::uint32_t last = skill.manifest.line(content.end() - 1);
  for (std::uint32_t line = skill.manifest.line(content.offset); line <= last; ++line) {
    std::string_view text = trim_left(skill.manifest.lines.text_of(skill.manifest.text, line));
    if (!text.starts_with('#')) continue;
    text.remove_prefix(std::min(text.find_first_not_of("# "), text.size()));
    if (text.starts_with("name:")) return line;
  }
  return 0;
}

void check(const Skill& skill, Report& report) {
  const bool folder_fits = is_name(skill.folder);
  const std::string help =
      folder_fits ? format("add {}, the name of the folder", quoted("name: " + yaml_text(skill.folder), 80))
                  : "add a name of lower-case letters, digits and single hyphens, and give the "
                    "folder the same name";
  if (const YamlNode::Member* field = find_field(skill, "name")) {
    const YamlNode& value = field->value;
    const bool empty = value.is_scalar() && is_blank_text(value.text);
    if (value.kind != YamlNode::Kind::null && !empty) return;
    Diagnostic& finding =
        report.at(place_of(*field),
                  format("the name {}, and the specification requires one", empty                ? "is empty"
                                                                            : value.text.empty() ? "has no value"
                                                                                                 : "is null"),
                  help);
    if (!folder_fits) return;
    if (value.span.length > 0) {
      finding.fixes.push_back({"Take the folder's name", {{value.span, yaml_text(skill.folder)}}});
    } else if (is_field(skill, *field)) {
      const std::size_t colon = skill.manifest.text.find(':', field->key.span.end());
      if (colon != std::string::npos && skill.manifest.line(colon) == skill.manifest.line(field->key.span.offset))
        finding.fixes.push_back(
            {"Take the folder's name", {{span_between(colon + 1, colon + 1), " " + yaml_text(skill.folder)}}});
    }
    return;
  }
  if (!lacks_field(skill, "name")) return;
  std::string message = "the field name is missing; Gemini CLI and OpenCode drop the skill without a message";
  if (const std::uint32_t line = commented_line(skill); line > 0)
    message += format(" (line {} starts with #, so YAML takes it for a comment)", line);
  Diagnostic& finding = report.at(skill.frontmatter.opener, std::move(message), help);
  // "Name" has a cure of its own (frontmatter-key-unknown).
  const auto& fields = skill.frontmatter.yaml.root.members;
  const bool misspelt = std::any_of(fields.begin(), fields.end(), [](const YamlNode::Member& field) {
    return equals_ignoring_case(field.key.text, "name");
  });
  if (folder_fits && skill.frontmatter.yaml.parsed && !misspelt)
    finding.fixes.push_back({"Add the folder's name",
                             {{{skill.frontmatter.content.offset, 0},
                               "name: " + yaml_text(skill.folder) + std::string(line_end_of(skill))}},
                             true});
}

}  // namespace

extern const Rule name_missing;
constinit const Rule name_missing = {
    .id = "name-missing",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The name is missing or empty",
    .what =
        R"(The frontmatter has no `name`, or one without a value. Where the block is broken, this is said only if no line of
it starts with `name:`.)",
    .why =
        R"(The specification requires a name. Gemini CLI and OpenCode drop the skill without a message; other agents use the
name of the folder instead, so the same skill goes by different names.)",
    .bad = R"(---
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
    .source = "Agent Skills specification, name field. Seen with Gemini CLI 0.61.0 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
