#include "base/format.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/frontmatter/name_form.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

struct Fault {
  std::size_t at = 0;
  std::size_t length = 0;
  std::string what;
  bool allowed_by_some = false;  // a letter or digit of another alphabet
};

// The specification speaks of unicode lower-case letters and then gives a-z: its own validator takes the first, most
// agents do not care, GitHub Copilot takes the second. So such letters are no error.
bool is_other_lower_letter(std::string_view character, char32_t point) {
  const CharacterClass kind = classify(point);
  if (kind == CharacterClass::mark || kind == CharacterClass::number) return true;
  if (point == 0xDF || point == 0x3C2) return true;  // sharp s and final sigma fold to others, and are lower case
  return kind == CharacterClass::letter && fold_case(character) == to_nfkc(character);
}

// The fault that counts: the first one that is an error, else the first other letter.
Fault find_fault(std::string_view name) {
  Fault mild;
  for (std::size_t at = 0; at < name.size();) {
    const Decoded character = decode_utf8(name, at);
    const std::string_view bytes = name.substr(at, character.length);
    const char32_t point = character.point;
    const auto fault = [&](std::string what) { return Fault{at, character.length, std::move(what)}; };
    if (point >= 'A' && point <= 'Z') return fault(format("the capital letter \"{}\"", bytes));
    if (point == '-') {
      if (at == 0) return fault("a hyphen at the start");
      if (at + 1 == name.size()) return fault("a hyphen at the end");
      if (name[at + 1] == '-') return Fault{at, 2, "two hyphens in a row"};
    } else if (point == ' ') {
      return fault("a space");
    } else if (point == '_') {
      return fault("an underscore");
    } else if (point >= 0x80 && character.valid && is_other_lower_letter(bytes, point)) {
      if (mild.length == 0) mild = {at, character.length, format("the letter {}", quoted(bytes)), true};
    } else if (!(point >= 'a' && point <= 'z') && !(point >= '0' && point <= '9')) {
      return fault(format("the character {}", quoted(bytes)));
    }
    at += character.length;
  }
  return mild;
}

// "group/pdf" in the folder "pdf" means "pdf".
std::string name_meant_by(std::string_view name, const std::string& folder) {
  if (is_name(folder) && name.size() > folder.size() && name.ends_with(folder) &&
      std::string_view("/:").find(name[name.size() - folder.size() - 1]) != std::string_view::npos)
    return folder;
  return to_name(name);
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "name");
  if (!field || !field->value.is_scalar() || is_blank_text(field->value.text)) return;
  const YamlNode& value = field->value;
  const Fault fault = find_fault(value.text);
  if (fault.length == 0) return;

  // The very character, if the file has the name letter by letter.
  Span place = place_in(skill, value, value.text);
  if (slice(skill.manifest.text, place) == value.text)
    place = span_between(place.offset + fault.at, place.offset + fault.at + fault.length);

  if (fault.allowed_by_some) {
    report
        .at(place,
            format("the name has {}, which is outside a-z and 0-9; GitHub Copilot refuses such a name", fault.what),
            "use a to z, 0 to 9 and single hyphens to be understood everywhere")
        .severity = Severity::warning;
    return;
  }
  const std::string suggestion = name_meant_by(value.text, skill.folder);
  Diagnostic& finding =
      report.at(place, format("the name has {}; only a-z, 0-9 and single hyphens between them are allowed", fault.what),
                suggestion.empty()           ? "use lower-case letters, digits and single hyphens"
                : suggestion == skill.folder ? format("write name: {}", suggestion)
                                             : format("write name: {}, and call the folder so too", suggestion));
  // Safe only where it makes the name that of its folder. A folder is never renamed, so its name goes first; where it
  // is none either, somebody has to rename it as well.
  const std::string& name = is_name(skill.folder) ? skill.folder : suggestion;
  if (!name.empty())
    finding.fixes.push_back(
        {name == skill.folder ? "Take the folder's name" : "Write the name in the form that is allowed",
         {{value.span, yaml_text(name)}},
         suggestion == skill.folder});
}

}  // namespace

extern const Rule name_chars;
constinit const Rule name_chars = {
    .id = "name-chars",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The name has a character that is not allowed",
    .what =
        R"(A name is made of lower-case letters, digits and hyphens, without a hyphen at either end and without two in a
row. The finding points at the first character that is none of these. Lower-case letters of other alphabets are a warning:
the specification can be read either way there.)",
    .why =
        R"(The name is also the name of a folder, of a command, and of the skill in links between tools. Capitals, spaces,
underscores and punctuation are refused by some agents (Roo Code, Zed, Crush), changed by some (Gemini CLI writes `-` for
`:`, GitHub Copilot `-` for a space), and rewritten by installers, so that the skill goes by several names.)",
    .bad = R"(---
name: Example
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
    .source = "Agent Skills specification, name field. Seen with Gemini CLI 0.61.0 and GitHub Copilot 1.0.102.",
    .check = check,
};

}  // namespace skillstow::rules
