#pragma once

#include <string>

#include "facts/facts.h"
#include "lint/engine.h"
#include "model/skill.h"
#include "report/reporter.h"

namespace skillstow {

// All that `show` says of one skill.
struct SkillPage {
  const Skill& skill;
  const SkillFacts& facts;
  const Judgement& judgement;
};

// The object of `show --format json`, indented, without a line end behind it. Values of secrets are masked.
std::string show_json(const SkillPage& page);

// The page for a person. Ends with a line end. Nothing of the skill's text reaches the terminal but visible characters.
std::string show_text(const SkillPage& page, const ReportStyle& style);

}  // namespace skillstow
