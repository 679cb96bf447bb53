#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// The next "<word…>" or "</word…>" from `from`, or an empty view. "a < b", "->" and "<=" are no tags.
std::string_view next_tag(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('<', from); at != std::string_view::npos; at = text.find('<', at + 1)) {
    std::size_t name = at + 1;
    if (name < text.size() && (text[name] == '/' || text[name] == '!')) ++name;
    if (name >= text.size() || !is_alpha(text[name])) continue;
    const std::size_t end = text.find_first_of("<>\n", name);
    if (end == std::string_view::npos) return {};
    if (text[end] == '>') return text.substr(at, end + 1 - at);
  }
  return {};
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field || !field->value.is_scalar()) return;
  const std::string_view text = field->value.text;
  const std::string_view first = next_tag(text, 0);
  if (first.empty()) return;
  std::size_t more = 0;
  for (std::string_view tag = first; !tag.empty(); ++more)
    tag = next_tag(text, static_cast<std::size_t>(tag.data() - text.data()) + tag.size());
  --more;
  std::string message = format(
      "{} in the description looks like a tag; the upload to claude.ai refuses tags, and VS "
      "Code takes them out",
      quoted(first, 40));
  if (more > 0) message += format(" ({} more)", more);
  report.at(place_in(skill, field->value, first), std::move(message),
            "name the thing without angle brackets: REPO, {repo} or \"the repository\"");
}

}  // namespace

extern const Rule description_angle;
constinit const Rule description_angle = {
    .id = "description-angle",
    .category = Category::frontmatter,
    .severity = Severity::warning,
    .summary = "The description holds something that looks like a tag",
    .what =
        R"(The description holds `<word>`: a placeholder, a type such as `List<T>`, or HTML. Arrows and comparisons (`->`,
`a < b`) are left alone, and so is the body, where tags are fine.)",
    .why =
        R"(The specification allows it. The upload to claude.ai refuses a description with tags, VS Code takes them out of
what it shows, and agents put the description into a prompt that uses tags of its own.)",
    .bad = R"(---
name: example
description: Formats the tide tables of <port> for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats the tide tables of a port (height -> colour, depth < 2 m in red). Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "Claude's documentation on skills: a description cannot contain XML tags; VS Code's prompt file parser. "
        "Not in the Agent Skills specification.",
    .check = check,
};

}  // namespace skillstow::rules
