#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/steps.h"
#include "rules/body/renumber.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const std::vector<SkillStep>& steps = report.facts().steps();
  std::set<std::uint32_t> mended;  // runs: one fix numbers a whole run
  for (const StepProblem& problem : find_step_problems(steps)) {
    if (problem.kind != StepProblem::Kind::gap) continue;
    const SkillStep& step = steps[problem.step];
    const bool several = problem.missing.find(" to ") != std::string::npos;
    Diagnostic& finding =
        report.at(step.span,
                  format("before step {} the {} {} missing, so a reader looks for a step that is not there",
                         visible(step.number, 20),
                         several ? "numbers " + visible(problem.missing, 20) : "number " + problem.missing,
                         several ? "are" : "is"),
                  "number the steps without a gap");
    if (!mended.insert(step.run).second) continue;
    if (auto fix = renumber(skill, steps, step.run)) finding.fixes.push_back(std::move(*fix));
  }
}

}  // namespace

extern const Rule step_gap;
constinit const Rule step_gap = {
    .id = "step-gap",
    .category = Category::body,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A step number is missing",
    .what =
        R"(Headings of the form `Step 1: …` count up, and one number is left out. Steps below different headings are counted for
themselves; `Step 0`, `Step 0.5` and `Step 2a` are fine.)",
    .why =
        R"(A reader cannot tell whether the step was forgotten or the numbers were. An agent that follows the numbers may stop and
look for it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

## Step 3: Write

Write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

## Step 2: Write

Write it out again.
)",
    .source =
        "Structure of skills in public collections; the Agent Skills specification recommends step-by-step "
        "instructions.",
    .check = check,
};

}  // namespace skillstow::rules
