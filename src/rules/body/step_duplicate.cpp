#include <map>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/steps.h"
#include "rules/body/renumber.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

// Where a run of steps begins and where its count starts anew.
struct Count {
  std::size_t begin = 0;
  std::size_t restart = 0;  // past the run's end if it never does
  bool counts_on = false;   // a further step follows the restart
};

// Of each run, by its number.
std::map<std::uint32_t, Count> counts_of(const std::vector<SkillStep>& steps) {
  std::map<std::uint32_t, Count> counts;
  for (std::size_t begin = 0, end = 0; begin < steps.size(); begin = end) {
    for (end = begin; end < steps.size() && steps[end].run == steps[begin].run;) ++end;
    std::size_t restart = begin + 1;
    while (restart < end && steps[restart].number != steps[begin].number) ++restart;
    counts[steps[begin].run] = {begin, restart < end ? restart : steps.size(), restart + 1 < end};
  }
  return counts;
}

// "1, 2, 3, 1, 2, 3" is a second count below the same heading, as where a text offers two ways: no number is doubled.
bool is_second_count(const Count& count, const StepProblem& problem) {
  return count.restart - count.begin >= 2 && count.counts_on && problem.first < count.restart &&
         problem.step >= count.restart;
}

void check(const Skill& skill, Report& report) {
  const std::vector<SkillStep>& steps = report.facts().steps();
  const std::map<std::uint32_t, Count> counts = counts_of(steps);
  std::set<std::uint32_t> mended;  // runs: one fix numbers a whole run
  for (const StepProblem& problem : find_step_problems(steps)) {
    const SkillStep& step = steps[problem.step];
    if (problem.kind != StepProblem::Kind::duplicate || is_second_count(counts.at(step.run), problem)) continue;
    Diagnostic& finding =
        report.at(step.span,
                  format("there is a step {} on line {} already, so no reader can tell which of the two is meant",
                         visible(step.number, 20), steps[problem.first].line),
                  "give each step a number of its own");
    if (!mended.insert(step.run).second) continue;
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
