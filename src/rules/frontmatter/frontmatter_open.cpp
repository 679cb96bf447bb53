#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::string_view k_mark = "\xEF\xBB\xBF";

// The place of the block is certain even where its YAML has faults, which have cures of their own.
bool begins_block(const Skill& skill, const Edit& edit) {
  std::string text = skill.manifest.text;
  text.replace(edit.span.offset, edit.span.length, edit.text);
  const Frontmatter mended = parse_frontmatter(text);
  return mended.is_map() && (mended.find("name") || mended.find("description"));
}

// White space above the block carries no meaning; an opening line that is nearly right, or missing, has one cure.
void offer_fix(const Skill& skill, Diagnostic& finding) {
  const std::string_view text = skill.manifest.text;
  const Span opener = skill.frontmatter.opener;
  const std::size_t begin = text.starts_with(k_mark) ? k_mark.size() : 0;
  Fix fix;
  if (opener.length == 0)
    fix = {"Add the opening line", {{opener, "---" + std::string(line_end_of(skill))}}, true};
  else if (opener.offset == begin)
    fix = {"Write the opening line as ---", {{opener, "---"}}, true};
  else if (trim(text.substr(begin, opener.offset - begin)).empty())
    fix = {"Delete the blank lines above the block", {{span_between(begin, opener.offset), ""}}, true};
  if (!fix.edits.empty() && begins_block(skill, fix.edits.front())) finding.fixes.push_back(std::move(fix));
}

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  if (!is_readable(skill) || block.state != Frontmatter::State::misplaced) return;
  const std::string_view first_line = skill.manifest.lines.text_of(skill.manifest.text, 1);
  Diagnostic& finding =
      report.at(span_between(0, first_line.size()), "agents do not see the frontmatter: " + block.note, block.help);
  offer_fix(skill, finding);
}

}  // namespace

extern const Rule frontmatter_open;
constinit const Rule frontmatter_open = {
    .id = "frontmatter-open",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "The frontmatter does not open on line 1",
    .what =
        R"(The first line of SKILL.md must be exactly `---`. This file has a block of fields, but something stands before
it, or its opening line is missing or misspelt: a blank line, a comment, a heading, a code fence around the whole file,
four dashes, or `---` with other words behind it.)",
    .why =
        R"(Agents look at the first line only. With anything else there, the fields below are body text: Codex, Gemini CLI
and OpenCode drop the skill without a message, GitHub Copilot refuses it, and Claude Code shows whatever stands first as the
description. An opening line such as `---js` is worse: some readers run such a block as code.)",
    .bad = R"(
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
# generated, do not edit
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "Agent Skills specification, SKILL.md format. Seen with Claude Code 2.1.197, Codex 0.171.0, Gemini CLI "
        "0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
