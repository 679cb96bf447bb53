#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_most_findings = 20;  // of one file: what follows is mostly an echo

std::string_view line_around(const Skill& skill, Span span) {
  return skill.manifest.lines.text_of(skill.manifest.text, skill.manifest.line(span.offset));
}

// A fault's value runs to the end of its entry. Comments on lines of their own behind it are no part of it; among its
// lines they would be lost.
bool leave_comments_out(std::string_view file, YamlProblem& problem) {
  const std::vector<std::string_view> lines = split_lines(slice(file, problem.value));
  const auto is_comment = [](std::string_view line) { return trim_left(line).starts_with('#'); };
  const auto first = std::find_if(lines.begin(), lines.end(), is_comment);
  if (first == lines.end()) return true;
  if (first == lines.begin() ||
      !std::all_of(first, lines.end(), [&](std::string_view line) { return is_comment(line) || trim(line).empty(); }))
    return false;
  const std::string_view written = slice(file, problem.value);
  const std::string_view value =
      trim_right(written.substr(0, static_cast<std::size_t>(first->data() - written.data())));
  problem.value = span_between(problem.value.offset, problem.value.offset + value.size());
  // Only the form that the parser gives to a value without quotes of its own is known here.
  if (value.empty() || value.front() == '"' || value.front() == '\'') return false;
  problem.quoted = yaml_double_quoted(fold_space(value));
  return true;
}

// Offers the value in quotes, if the block is really the better for it.
void offer_quotes(const Skill& skill, YamlProblem problem, Diagnostic& finding) {
  const Frontmatter& block = skill.frontmatter;
  if (problem.quoted.empty() || problem.value.length == 0 || problem.value.offset < block.content.offset ||
      problem.value.end() > block.content.end() || !leave_comments_out(skill.manifest.text, problem))
    return;
  std::string mended(slice(skill.manifest.text, block.content));
  mended.replace(problem.value.offset - block.content.offset, problem.value.length, problem.quoted);
  if (parse_yaml(mended).problems.size() < block.yaml.problems.size())
    finding.fixes.push_back({"Put the value in double quotes", {{problem.value, problem.quoted}}, true});
}

// Offers two blanks for each tab that indents a line.
void offer_blanks(const Skill& skill, const YamlProblem& problem, Diagnostic& finding) {
  if (problem.kind != YamlProblemKind::tab) return;
  const Span content = skill.frontmatter.content;
  const std::string_view block = slice(skill.manifest.text, content);
  Fix fix{"Indent by blanks", {}, true};
  std::string mended;
  bool at_start = true;
  for (std::size_t at = 0; at < block.size(); ++at) {
    const char c = block[at];
    if (c == '\t' && at_start) {
      fix.edits.push_back({span_between(content.offset + at, content.offset + at + 1), "  "});
      mended += "  ";
      continue;
    }
    mended += c;
    at_start = c == '\n' || (at_start && c == ' ');
  }
  if (parse_yaml(mended).problems.size() < skill.frontmatter.yaml.problems.size())
    finding.fixes.push_back(std::move(fix));
}

// Bytes that are no text are the matter of the rule "encoding".
bool is_of_encoding(const Skill& skill, const YamlProblem& problem) {
  const std::string_view text = skill.manifest.text;
  if (problem.span.offset >= text.size()) return false;
  return text[problem.span.offset] == '\0' || !decode_utf8(text, problem.span.offset).valid;
}

void report_problems(const Skill& skill, Report& report) {
  std::size_t count = 0;
  bool alias_told = false;
  for (const YamlProblem& problem : skill.frontmatter.yaml.problems) {
    // A key that stands twice has a rule of its own.
    if (problem.kind == YamlProblemKind::duplicate_key || is_of_encoding(skill, problem)) continue;
    const bool alias = problem.kind == YamlProblemKind::alias_collection;
    if (alias && alias_told) continue;
    alias_told |= alias;
    if (++count > k_most_findings) break;
    std::string message = problem.message;
    if (!alias) message += "; strict agents drop the skill";
    if (line_around(skill, problem.span).find(": {{") != std::string_view::npos)
      message += "; the line holds a template's placeholder {{…}} that was never filled in";
    Diagnostic& finding = report.at(problem.span, std::move(message), problem.help);
    if (alias) finding.severity = Severity::warning;
    offer_quotes(skill, problem, finding);
    offer_blanks(skill, problem, finding);
  }
}

// A line without a colon at the left edge, below a value that goes on there: yaml-cpp takes it for a key without a
// value, every other reader refuses the block.
void report_keys_without_colon(const Skill& skill, Report& report) {
  for (const YamlNode::Member& field : skill.frontmatter.yaml.root.members) {
    if (is_field(skill, field)) continue;
    report.at(field.key.span,
              format("{} stands at the left edge and is no \"key: value\"; strict agents drop the skill",
                     quoted(field.key.text)),
              "indent the line if it goes on with the value above, or quote that value as a whole");
  }
}

// "!!python/object": tags of the language family that its schemas do not know. Readers that obey run code.
void report_foreign_tags(const Skill& skill, Report& report) {
  constexpr std::string_view k_family = "tag:yaml.org,2002:";
  constexpr std::array<std::string_view, 14> k_known = {"binary", "bool",      "float", "int",   "map",
                                                        "merge",  "null",      "omap",  "pairs", "seq",
                                                        "set",    "timestamp", "str",   "value"};
  struct Place {
    const YamlNode* node;
    Span span;  // the value, or the key of an empty one
  };
  std::vector<Place> waiting{{&skill.frontmatter.yaml.root, {}}};
  while (!waiting.empty()) {
    const Place place = waiting.back();
    waiting.pop_back();
    for (const YamlNode& item : place.node->items) waiting.push_back({&item, item.span});
    for (const YamlNode::Member& member : place.node->members) waiting.push_back({&member.value, place_of(member)});
    if (!place.node->tag.starts_with(k_family)) continue;
    const std::string_view tag = std::string_view(place.node->tag).substr(k_family.size());
    if (std::find(k_known.begin(), k_known.end(), tag) != k_known.end()) continue;
    report.at(place.span,
              format("the tag !!{} asks for an object of a program, and YAML readers refuse it", visible(tag, 40)),
              "take the tag away");
  }
}

void check(const Skill& skill, Report& report) {
  if (!has_block(skill)) return;
  report_problems(skill, report);
  report_keys_without_colon(skill, report);
  report_foreign_tags(skill, report);
  const YamlDocument& yaml = skill.frontmatter.yaml;
  if (!yaml.parsed || yaml.root.kind == YamlNode::Kind::map || yaml.root.kind == YamlNode::Kind::null) return;
  report.at(yaml.root.span.length > 0 ? yaml.root.span : skill.frontmatter.opener,
            format("the frontmatter is {} instead of fields, so the skill has neither a name nor a description",
                   describe(yaml.root)),
            "write one field a line, as \"name: my-skill\", with a blank after the colon");
}

}  // namespace

extern const Rule frontmatter_yaml;
constinit const Rule frontmatter_yaml = {
    .id = "frontmatter-yaml",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The frontmatter is not valid YAML",
    .what =
        R"(The text between the two lines of `---` must be YAML, and a mapping of fields. The commonest fault by far is a
colon followed by a space inside a value without quotes, which starts a new mapping in the middle of the text. Others are
a quote that is never closed, text after a closing quote, a value that starts with `@`, a backtick or `[`, tabs as
indentation, and a second line that is not indented. Each fault is shown at its own place; one does not hide the next.)",
    .why =
        R"(Agents differ in what they do with a broken block. GitHub Copilot refuses the skill, Codex drops it unless it can
mend the value, OpenCode often drops it without a word, and Claude Code may keep the skill but lose its description.)",
    .bad = R"(---
name: example
description: Formats tide tables: heights, times, ports. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: "Formats tide tables: heights, times, ports. Use when a user pastes harbour data."
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, SKILL.md format: YAML frontmatter; YAML 1.2.2, chapters 6 to 8.",
    .check = check,
};

}  // namespace skillstow::rules
