#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// A "#" after a blank ends a plain scalar. Whether a comment was meant: it is set off from the "#", and stands after a
// whole sentence.
bool is_meant_as_comment(std::string_view value, std::string_view comment) {
  if (comment.size() > 1 && !is_blank(comment[1])) return false;
  return !value.empty() && std::string_view(".!?)\"'").find(value.back()) != std::string_view::npos;
}

// "Writes to the #releases room": all from the "#" on is lost.
void find_comment(const Skill& skill, const YamlNode& value, Report& report) {
  const std::string_view file = skill.manifest.text;
  const std::string_view line = skill.manifest.lines.text_of(file, skill.manifest.line(value.span.end()));
  const std::size_t line_start = static_cast<std::size_t>(line.data() - file.data());
  if (value.span.end() < line_start || value.span.end() > line_start + line.size()) return;
  const std::string_view rest = line.substr(value.span.end() - line_start);
  const std::string_view comment = trim(rest);
  if (!is_blank(rest.empty() ? 'x' : rest.front()) || !comment.starts_with('#')) return;
  if (is_meant_as_comment(value.text, comment)) return;

  const std::size_t hash = static_cast<std::size_t>(comment.data() - file.data());
  Diagnostic& finding =
      report.at(span_between(hash - 1, hash + comment.size()),
                format("the description ends before {}, because \" #\" starts a comment in YAML; agents read only {}",
                       quoted(comment, 30), quoted(value.text, 80)),
                "put the whole description in double quotes");
  if (slice(file, value.span).find('\n') == std::string_view::npos) {
    const Span whole = span_between(value.span.offset, hash + comment.size());
    finding.fixes.push_back(
        {"Put the whole line in double quotes", {{whole, yaml_double_quoted(slice(file, whole))}}, true});
  }
}

// "&word …" and "!word …": the first word is an anchor or a tag, and lost.
void find_lost_first_word(const Skill& skill, const YamlNode::Member& field, Report& report) {
  const std::string_view file = skill.manifest.text;
  const std::size_t begin = field.key.span.end();
  const std::size_t end = field.value.span.end();
  if (begin >= end || end > file.size()) return;
  const std::size_t at = file.find_first_not_of(": \t", begin);
  if (at == std::string_view::npos || at >= end || (file[at] != '&' && file[at] != '!')) return;
  const std::string_view word = file.substr(at, std::min(file.find_first_of(" \t\r\n", at), end) - at);
  if (word.size() < 2 || word.starts_with("!!")) return;
  const std::string_view block = slice(file, skill.frontmatter.content);
  if (word[0] == '&' && block.find("*" + std::string(word.substr(1))) != std::string_view::npos) return;  // an anchor
  Diagnostic& finding =
      report.at(span_between(at, at + word.size()),
                format("the first word {} is read as {} of YAML, so agents that follow YAML never show it",
                       quoted(word), word[0] == '&' ? "an anchor" : "a tag"),
                "put the whole description in double quotes");
  const Span whole = span_between(at, end);
  if (slice(file, whole).find('\n') == std::string_view::npos)
    finding.fixes.push_back(
        {"Put the whole description in double quotes", {{whole, yaml_double_quoted(slice(file, whole))}}, true});
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field || !field->value.is_plain()) return;
  find_comment(skill, field->value, report);
  find_lost_first_word(skill, *field, report);
}

}  // namespace

extern const Rule description_truncated;
constinit const Rule description_truncated = {
    .id = "description-truncated",
    .category = Category::frontmatter,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A part of the description is lost to YAML's own signs",
    .what =
        R"(In a value without quotes, a blank and `#` start a comment: `Fix issue #12` ends at `issue`. In the same way a
first word that starts with `&` or `!` is taken for an anchor or a tag. The file is valid YAML, and a part of the text is
gone. A comment that was meant (`# ` after a whole sentence) is left alone.)",
    .why =
        R"(Every agent that reads YAML cuts the description there and says nothing, and what is lost is often the part
that says when to use the skill.)",
    .bad = R"(---
name: example
description: Posts tide tables to the #harbour room. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: "Posts tide tables to the #harbour room. Use when a user pastes harbour data."
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "YAML 1.2.2, section 6.6 (comments) and 6.9 (node properties). Seen with Claude Code 2.1.197, Codex "
        "0.171.0, Gemini CLI 0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
