#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

struct ToolList {
  std::string spaced;  // the entries with one space between them
  bool commas = false;
  bool balanced = true;
};

// Entries stand between blanks and commas; inside parentheses both belong to the entry: "Bash(git add *)".
ToolList read_tools(std::string_view text) {
  ToolList list;
  std::size_t depth = 0;
  bool gap = false;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')' && depth-- == 0) {
      list.balanced = false;
      return list;
    }
    if (depth == 0 && (is_space(c) || c == ',')) {
      list.commas |= c == ',';
      gap = true;
      continue;
    }
    if (gap && !list.spaced.empty()) list.spaced += ' ';
    gap = false;
    list.spaced += c;
  }
  list.balanced = depth == 0;
  return list;
}

bool has_blank_outside_parentheses(std::string_view entry) {
  return read_tools(entry).spaced.find(' ') != std::string::npos && entry.find('(') == std::string_view::npos;
}

void judge_list(const Skill& skill, const YamlNode::Member& field, Report& report) {
  std::string joined;
  bool joinable = !field.value.items.empty();
  for (const YamlNode& item : field.value.items) {
    joinable =
        joinable && item.is_scalar() && !has_blank_outside_parentheses(item.text) && read_tools(item.text).balanced;
    if (joinable) joined += (joined.empty() ? "" : " ") + std::string(trim(item.text));
  }
  Diagnostic& finding =
      report.at(place_of(field),
                "the field allowed-tools is a list; the specification has one text with spaces between the tools",
                joinable ? format("write allowed-tools: {}", visible(joined, 120))
                         : "write the tools on one line, with spaces "
                           "between them");
  finding.severity = Severity::warning;
  if (auto edit = joinable ? one_line(skill, field, joined) : std::nullopt)
    finding.fixes.push_back({"Write the tools as one text", {*edit}});
}

void judge_text(const Skill& skill, const YamlNode& value, Report& report) {
  const ToolList list = read_tools(value.text);
  if (!list.balanced) {
    report
        .at(value.span, "the parentheses in allowed-tools do not match, so agents read other tools than were meant",
            "close each parenthesis, as in Bash(git add *)")
        .severity = Severity::warning;
    return;
  }
  if (!list.commas) return;
  const std::size_t comma = value.text.find(',');
  Diagnostic& finding =
      report.at(value.span, "the tools in allowed-tools are separated by commas; the specification has spaces",
                format("write allowed-tools: {}", visible(list.spaced, 120)));
  finding.severity = Severity::note;
  if (comma != std::string::npos && slice(skill.manifest.text, value.span).find('\n') == std::string_view::npos)
    finding.fixes.push_back({"Separate the tools by spaces", {{value.span, yaml_text(list.spaced)}}, true});
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "allowed-tools");
  if (!field || field->value.kind == YamlNode::Kind::null) return;
  const YamlNode& value = field->value;
  if (value.kind == YamlNode::Kind::sequence) return judge_list(skill, *field, report);
  const ScalarType type = value.is_scalar() ? scalar_type(value) : ScalarType::text;
  if (value.is_scalar() && (type == ScalarType::text || type == ScalarType::null))
    return judge_text(skill, value, report);
  report.at(value.span,
            format("the field allowed-tools is {}, and it must be a text of tools with spaces between them",
                   value.is_scalar() ? type_besides_text(type) : describe(value)),
            "name the tools, as in \"Read Grep Bash(git add *)\", or take the field out");
}

}  // namespace

extern const Rule allowed_tools_form;
constinit const Rule allowed_tools_form = {
    .id = "allowed-tools-form",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The field allowed-tools is not a text of tools with spaces between them",
    .what =
        R"(The specification has one form for `allowed-tools`: a text with a space between the tools. A list is a warning,
commas are a note, since the agents that read the field accept both. Anything else (a boolean, a number, a mapping) is an
error. Blanks and commas inside parentheses belong to the tool: `Bash(git add *)`.)",
    .why =
        R"(Which tools a skill may use without asking is a matter of trust, and readers disagree on the unusual forms: one
takes a whole line for the name of a single tool, another fails on a list.)",
    .bad = R"md(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
allowed-tools: [Read, Grep, "Bash(git add *)"]
---

# Tide tables

Read the table, then write it out again.
)md",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
allowed-tools: Read Grep Bash(git add *)
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, allowed-tools field (experimental): a space-separated string.",
    .check = check,
};

}  // namespace skillstow::rules
