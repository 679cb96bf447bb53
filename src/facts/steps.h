#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/skill.h"
#include "model/span.h"

namespace skillstow {

// A heading of SKILL.md that counts as a step: "Step 1: Title", "Step 0.5 - Title", "Step 2a. Title", "Step 3".
struct SkillStep {
  std::string number;  // as written: "1", "0.5", "2a"
  std::string title;   // without the number; may be empty
  std::uint32_t line = 0;
  Span span;               // of the heading
  std::uint8_t level = 0;  // of the heading
  std::uint32_t node = 0;  // of the Markdown tree
  std::uint32_t run = 0;   // steps that count together share the number: those below one heading, in one count
};
std::vector<SkillStep> find_steps(const Skill& skill);

// The number and title of a heading's text, or nothing if it is no step.
struct StepHeading {
  std::string_view number;
  std::string_view title;
};
std::optional<StepHeading> read_step_heading(std::string_view text);

struct StepProblem {
  enum class Kind {
    gap,        // the number before is missing in the run
    duplicate,  // the run has the number already
  };
  Kind kind = Kind::gap;
  std::size_t step = 0;   // index of the step at fault
  std::size_t first = 0;  // duplicate: index of the step that had the number first
  std::string missing;    // gap: "2", or "2 to 4"
};
std::vector<StepProblem> find_step_problems(const std::vector<SkillStep>& steps);

// "Write → Run → Check": the titles, or "Step 2" where there is none. Empty for less than two steps.
std::string step_chain(const std::vector<SkillStep>& steps);

// An ordered list at the top level of the body, as its numbers are written.
struct NumberedList {
  std::vector<std::string> numbers;
  std::uint32_t line = 0;
};
std::vector<NumberedList> find_numbered_lists(const Skill& skill);

}  // namespace skillstow
