#include "base/format.h"
#include "base/text.h"
#include "facts/steps.h"
#include "rules/body/renumber.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// "1, 2, 3, 1, 2, 3" is a second count below the same heading, as where a text offers two ways: no number is doubled.
bool is_second_count(const std::vector<SkillStep>& steps, const StepProblem& problem) {
  const std::uint32_t run = steps[problem.step].run;
  std::size_t begin = problem.first;
  while (begin > 0 && steps[begin - 1].run == run) --begin;
  std::size_t restart = begin + 1;
  while (restart < steps.size() && steps[restart].run == run && steps[restart].number != steps[begin].number) ++restart;
  if (restart >= steps.size() || steps[restart].run != run) return false;
  const bool counts_on = restart + 1 < steps.size() && steps[restart + 1].run == run;
  return restart - begin >= 2 && counts_on && problem.first < restart && problem.step >= restart;
}

void check(const Skill& skill, Report& report) {
  const std::vector<SkillStep> steps = find_steps(skill);
  for (const StepProblem& problem : find_step_problems(steps)) {
    if (problem.kind != StepProblem::Kind::duplicate || is_second_count(steps, problem)) continue;
    const SkillStep& step = steps[problem.step];
    Diagnostic& finding =
        report.at(step.span,
                  format("there is a step {} on line {} already, so no reader can tell which of the two is meant",
                         visible(step.number, 20), steps[problem.first].line),
                  "give each step a number of its own");
    // Two of one number may be two ways to do the same step, so a person has to look.
    if (auto fix = renumber(skill, steps, step.run)) {
      fix->safe = false;
      finding.fixes.push_back(std::move(*fix));
    }
  }
}

}  // namespace

extern const Rule step_duplicate;
constinit const Rule step_duplicate = {
    .id = "step-duplicate",
    .category = Category::body,
    .severity = Severity::warning,
    .fix = Fixable::unsafe,
    .summary = "Two steps have the same number",
    .what =
        R"(Two headings of the form `Step 1: …` that count together have the same number. Numbers that start again and count
on (1, 2, 3, 1, 2, 3) are two counts and left alone.)",
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
