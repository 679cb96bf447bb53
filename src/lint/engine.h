#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agents/predict.h"
#include "config/settings.h"
#include "lint/baseline.h"
#include "model/diagnostic.h"
#include "model/skill.h"
#include "structure/structure.h"

namespace skillstow {

struct JudgeOptions {
  bool only_safety = false;              // give the safety findings alone; whether it is valid is judged all the same
  bool safety = true;                    // the safety scan
  bool agents = true;                    // what each agent will do
  const Structure* structure = nullptr;  // hold the skill against it
  Placement placement;
  const Settings* settings = nullptr;  // what the configuration says of this skill; nullptr = as all comes
  const Baseline* baseline = nullptr;  // findings in it are set aside
  std::string_view identity;           // the skill's path as it goes into fingerprints: the same on every machine
};

// All that is said of one skill.
struct Judgement {
  std::vector<Diagnostic> findings;  // sorted
  bool valid = true;                 // conforms to the Agent Skills specification; warnings do not change it
  std::string_view safety = "pass";  // "pass", "notes", "fail"
  std::vector<AgentVerdict> agents;
  std::size_t suppressed = 0;         // findings that comments in the skill set aside
  std::vector<std::string> accepted;  // fingerprints of the findings that the baseline set aside
};

// Runs every rule, the safety scan and the agents' models over a loaded skill. Pure.
Judgement judge(const Skill& skill, const JudgeOptions& options = {});

}  // namespace skillstow
