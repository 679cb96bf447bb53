#include "base/format.h"
#include "base/text.h"
#include "facts/words.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const std::uint64_t lines = count_lines(skill);
  if (lines <= report.limits.lines) return;
  report.about(
      skill.manifest_name,
      format("SKILL.md has {} lines, above {}", grouped(lines), limit_in_words(report.limits.lines, Limits{}.lines)),
      "move details into files that the body names");
}

}  // namespace

extern const Rule line_budget;
constinit const Rule line_budget = {
    .id = "line-budget",
    .category = Category::tokens,
    .severity = Severity::warning,
    .summary = "SKILL.md has more than 500 lines",
    .what = R"(SKILL.md has more than 500 lines, the frontmatter included.)",
    .why =
        R"(The specification recommends to keep SKILL.md below 500 lines and to put details into files beside it, which an
agent reads only when it needs them. It is no limit, and a skill that needs more is valid.)",
    .bad = R"(=== SKILL.md (last line 520 times) ===
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

- Read it.
)",
    .good = R"(=== SKILL.md (last line 480 times) ===
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

- Read it.
)",
    .source = "Agent Skills specification, progressive disclosure: keep the main SKILL.md under 500 lines.",
    .check = check,
};

}  // namespace skillstow::rules
