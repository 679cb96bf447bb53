#include "base/format.h"
#include "base/text.h"
#include "facts/tokens.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  // One token holds several bytes, so most bodies need no counting.
  const std::uint64_t most = report.limits.tokens;
  if (skill.body().size() < most) return;
  const TokenCount body = count_tokens(skill.body());
  if (body.estimate <= most) return;
  const std::vector<SectionTokens> sections = section_tokens(skill);
  const SectionTokens* largest = nullptr;
  for (const SectionTokens& section : sections)
    if (!largest || section.tokens.estimate > largest->tokens.estimate) largest = &section;
  std::string help = "move what is not needed every time into files that the body names";
  if (largest)
    help += format("; the largest section is {} at line {}, with {} tokens", "\"" + visible(largest->title, 60) + "\"",
                   largest->line, grouped(largest->tokens.estimate));
  report.about(
      skill.manifest_name,
      format("the body has about {} tokens, above {}; an agent pays for all of them whenever it uses the skill",
             grouped(body.estimate), limit_in_words(most, Limits{}.tokens)),
      std::move(help));
}

}  // namespace

extern const Rule token_budget;
constinit const Rule token_budget = {
    .id = "token-budget",
    .category = Category::tokens,
    .severity = Severity::warning,
    .summary = "The body has more than 5,000 tokens",
    .what =
        R"(The text below the frontmatter has more than 5,000 tokens by an estimate that is off by 3 % on average. Files beside
SKILL.md do not count: they are read only when they are needed.)",
    .why = R"(An agent reads the whole body when it uses the skill, and keeps it for the rest of the conversation. The
specification recommends at most 5,000 tokens; it is no limit, and a skill that needs more is valid.)",
    .bad = R"(=== SKILL.md (last line 400 times) ===
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the height and the time of each tide, then write both of them out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the height and the time of each tide, then write both of them out again. The ports are in
[the list](references/ports.md).
=== references/ports.md (last line 400 times) ===
A port, its height above the chart's zero, and the time that the tide takes to reach it.
)",
    .source = "Agent Skills specification, progressive disclosure: instructions, fewer than 5,000 tokens recommended.",
    .check = check,
};

}  // namespace skillstow::rules
