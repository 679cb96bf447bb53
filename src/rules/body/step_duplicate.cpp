#include "base/format.h"
#include "base/text.h"
#include "facts/steps.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  const std::vector<SkillStep> steps = find_steps(skill);
  for (const StepProblem& problem : find_step_problems(steps)) {
    if (problem.kind != StepProblem::Kind::duplicate) continue;
    const SkillStep& step = steps[problem.step];
    report.at(step.span,
              format("there is a step {} on line {} already, so no reader can tell which of the two is meant",
                     visible(step.number, 20), steps[problem.first].line),
              "give each step a number of its own");
  }
}

}  // namespace

extern const Rule step_duplicate;
constinit const Rule step_duplicate = {
    .id = "step-duplicate",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "Two steps have the same number",
    .what = R"(Two headings of the form `Step 1: …` that count together have the same number.)",
    .why = R"(Text that says "go back to step 1" has two targets, and an agent may do one of them only.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

## Step 1: Write

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
