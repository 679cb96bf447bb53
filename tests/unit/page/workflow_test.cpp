#include "page/workflow.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using skillstow::test::skill_of;

namespace {

std::string steps_of(std::string_view body) {
  const Skill skill = skill_of("---\nname: x\n---\n" + std::string(body));
  const Workflow workflow = find_workflow(skill, collect_facts(skill));
  std::string text(workflow.source);
  for (const WorkflowStep& step : workflow.steps) text += " | " + step.number + " " + step.title;
  return text;
}

}  // namespace

TEST_CASE("steps come from the first source that has two", "[workflow]") {
  CHECK(steps_of("## Step 1: Read\n## Step 2: Write\n") == "step headings | 1 Read | 2 Write");
  CHECK(steps_of("## Phase 1: Read\n### Detail\n## Phase 2: Write\n") == "phase headings | 1 Read | 2 Write");
  CHECK(steps_of("## 1. Read\n## 2. Write\n") == "numbered headings | 1 Read | 2 Write");
  CHECK(steps_of("1. **Read:** the file\n2. **Write** it\n") == "numbered list | 1 Read | 2 Write");
}

TEST_CASE("a list without bold leads, or a single step, is no workflow", "[workflow]") {
  CHECK(steps_of("1. read\n2. write\n").empty());
  CHECK(steps_of("## Step 1: Read\n").empty());
  CHECK(steps_of("## 3. Read\n## 7. Write\n").empty());
}
