#pragma once

#include <string_view>
#include <vector>

#include "agents/predict.h"
#include "model/diagnostic.h"
#include "model/skill.h"
#include "structure/structure.h"

namespace skillstow {

struct JudgeOptions {
  bool rules = true;                     // the lint rules
  bool safety = true;                    // the safety scan
  bool agents = true;                    // what each agent will do
  const Structure* structure = nullptr;  // hold the skill against it
  Placement placement;
};

// All that is said of one skill.
struct Judgement {
  std::vector<Diagnostic> findings;  // sorted
  bool valid = true;                 // conforms to the Agent Skills specification; warnings do not change it
  std::string_view safety = "pass";  // "pass", "notes", "fail"
  std::vector<AgentVerdict> agents;
};

// Runs every rule, the safety scan and the agents' models over a loaded skill. Pure.
Judgement judge(const Skill& skill, const JudgeOptions& options = {});

}  // namespace skillstow
