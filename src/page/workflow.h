#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/facts.h"
#include "model/skill.h"

namespace skillstow {

struct WorkflowStep {
  std::string number;  // as written; may be empty
  std::string title;
  std::uint32_t line = 0;
};

// The steps that a skill works in, from the first source that has two or more: headings like "Step 2: Check", like
// "Phase 2: Check", numbered headings, the items of an ordered list that start in bold.
struct Workflow {
  std::vector<WorkflowStep> steps;
  std::string_view source;  // "step headings"; empty without steps
};

Workflow find_workflow(const Skill& skill, const SkillFacts& facts);

}  // namespace skillstow
