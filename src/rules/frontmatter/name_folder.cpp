#include "base/format.h"
#include "base/text.h"
#include "base/unicode.h"
#include "rules/frontmatter/field.h"
#include "rules/frontmatter/name_form.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// What two spellings of one name have in common: its letters and digits, without case, hyphens and other signs.
std::string letters_of(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (is_alnum(c) || static_cast<unsigned char>(c) >= 0x80) letters += to_lower(c);
  return letters;
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "name");
  if (!field || !field->value.is_scalar() || is_blank_text(field->value.text) || skill.folder.empty()) return;
  const YamlNode& value = field->value;
  // A disk may hold "é" as one character or as two.
  if (to_nfc(value.text) == to_nfc(skill.folder)) return;
  // One fault, one finding: name-chars speaks already, and its cure brings the folder's name.
  if (to_name(value.text) == skill.folder || value.text.ends_with("/" + skill.folder)) return;

  const bool folder_fits = is_name(skill.folder);
  const std::string common = folder_fits ? skill.folder : to_name(value.text);
  Diagnostic& finding = report.at(
      value.span,
      format("the name {} is not that of its folder, {}; the two must be the same, and agents disagree on which one "
             "counts",
             quoted(value.text), quoted(skill.folder)),
      is_name(value.text) ? format("rename the folder to {}, or write name: {}", value.text, visible(skill.folder, 64))
      : common.empty()    ? std::string("give both the same name, of a-z, 0-9 and single hyphens")
                          : format("give both the same name: {}", common));
  if (!folder_fits) return;
  // Another word is a decision; another spelling of the folder's name is not.
  finding.fixes.push_back({"Take the folder's name",
                           {{value.span, yaml_text(skill.folder)}},
                           letters_of(value.text) == letters_of(skill.folder)});
}

}  // namespace

extern const Rule name_folder;
constinit const Rule name_folder = {
    .id = "name-folder",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::unsafe,
    .summary = "The name differs from the name of the folder",
    .what =
        R"(The name must be the name of the folder that SKILL.md stands in. Composed and decomposed letters count as the
same. A skill at the root of a repository has no folder of its own and is not judged.)",
    .why =
        R"(Some agents list a skill by its name and some by its folder; some refuse the skill when the two differ, and
installers rename the folder. Whoever looks for the skill by one of the two may not find it.)",
    .bad = R"(---
name: tide-tables
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
    .source = "Agent Skills specification, name field: must match the parent directory name.",
    .check = check,
};

}  // namespace skillstow::rules
