#include "facts/steps.h"

#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

Skill with_body(std::string_view body) {
  return skill_of("---\nname: example\ndescription: Formats tide tables.\n---\n\n" + std::string(body));
}

std::string problems(std::string_view body) {
  const std::vector<SkillStep> steps = find_steps(with_body(body));
  std::string all;
  for (const StepProblem& problem : find_step_problems(steps)) {
    all += std::to_string(steps[problem.step].line) + ": ";
    all += problem.kind == StepProblem::Kind::gap ? "no " + problem.missing
                                                  : "again, first on " + std::to_string(steps[problem.first].line);
    all += '\n';
  }
  return all;
}

// "number|title", or "-".
std::string heading(std::string_view text) {
  const std::optional<StepHeading> found = read_step_heading(text);
  return found ? std::string(found->number) + "|" + std::string(found->title) : "-";
}

}  // namespace

TEST_CASE("step headings have a number and a title") {
  CHECK(heading("Step 1: Write it") == "1|Write it");
  CHECK(heading("Step 2 - Run it") == "2|Run it");
  CHECK(heading("Step 3. Check") == "3|Check");
  CHECK(heading("STEP 4 \u2014 Tidy up") == "4|Tidy up");
  CHECK(heading("Step 0.5: Sign in") == "0.5|Sign in");
  CHECK(heading("Step 2a) Left") == "2a|Left");
  CHECK(heading("\u2705 Step 6: Done") == "6|Done");
  CHECK(heading("Step 7") == "7|");
  CHECK(heading("Step 1 of 3: Look") == "1|Look");
  CHECK(heading("Step 8 (optional): Look") == "8|Look");
  CHECK(heading("Step 9 (optional)") == "9|(optional)");
  CHECK(heading("Step 1-2: Both") == "1-2|Both");
}

TEST_CASE("other headings are no steps") {
  for (std::string_view text : {"Steps", "Step-by-Step Instructions", "Steps 1 to 3", "Step one", "Stepping 1: x",
                                "Next Step 1: x", "Step 1 Verification Checklist", "1. Step", "Step 1x2: y", ""}) {
    INFO(text);
    CHECK(heading(text) == "-");
  }
}

TEST_CASE("steps come with their lines and make a chain") {
  const std::vector<SkillStep> steps = find_steps(
      with_body("# T\n\n### Step 1: Write `it`\n\nx\n\n### Step 2: Run\n\n```\n# Step 3: no\n```\n\n### Step 3\n"));
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].line == 8);
  CHECK(steps[1].line == 12);
  CHECK(steps[0].title == "Write it");
  CHECK(step_chain(steps) == "Write it \u2192 Run \u2192 Step 3");
  CHECK(step_chain({steps[0]}).empty());
}

TEST_CASE("a missing number is told at the step behind it") {
  CHECK(problems("## Step 1: A\n## Step 3: B\n## Step 4: C\n") == "7: no 2\n");
  CHECK(problems("## Step 1: A\n## Step 5: B\n") == "7: no 2 to 4\n");
  CHECK(problems("## Step 0: A\n## Step 0.5: B\n## Step 1: C\n## Step 2a: D\n## Step 2b: E\n## Step 3: F\n").empty());
  CHECK(problems("## Step 1-2: A\n## Step 3: B\n").empty());
  CHECK(problems("## Step 1: A\n## Step 3: B\n## Step 2: C\n").empty());  // out of order, but none is missing
  CHECK(problems("## Step 2: A\n## Step 3: B\n").empty());
  CHECK(problems("## Step 1: A\n## Step 2026: B\n").empty());  // a year is no count
}

TEST_CASE("a number that is there twice is told at the second") {
  CHECK(problems("# F\n## Step 0: A\n## Step 0: B\n## Step 0.5: C\n## Step 1: D\n") == "8: again, first on 7\n");
}

TEST_CASE("counts below different headings are apart") {
  CHECK(problems("## One\n### Step 1: A\n### Step 2: B\n## Two\n### Step 1: A\n### Step 2: B\n").empty());
  CHECK(problems("## Step 1: A\n## Step 2: B\n## Another way\n## Step 1: A\n## Step 2: B\n").empty());
  CHECK(problems("## Step 1: A\n### Step 1: Inner\n### Step 2: Inner\n## Step 2: B\n### Step 1: Inner\n").empty());
}

TEST_CASE("ordered lists at the top level give their numbers as written") {
  const std::vector<NumberedList> lists =
      find_numbered_lists(with_body("1. a\n   1. inner\n2. b\n4. c\n\ntext\n\n7) d\n8) e\n\n- x\n  1. y\n\n> 1. z\n"));
  REQUIRE(lists.size() == 2);
  CHECK(lists[0].numbers == std::vector<std::string>{"1", "2", "4"});
  CHECK(lists[0].line == 6);
  CHECK(lists[1].numbers == std::vector<std::string>{"7", "8"});
}
