#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lint/engine.h"
#include "model/skill.h"

namespace skillstow {

// What a person should know of a skill before it is let in.
struct SkillBrief {
  std::string safety;                // "pass", "notes", "fail"
  std::vector<std::string> risks;    // "remote-code (critical)", the gravest first
  std::vector<std::string> tools;    // what agents may use without asking
  std::vector<std::string> dynamic;  // commands that an agent runs by itself: at loading, and as hooks
  std::vector<std::string> commands;
  std::vector<std::string> hosts;  // named in its text; not its own repository's
  std::uint64_t listing_tokens = 0;
  std::uint64_t body_tokens = 0;
};

SkillBrief brief_of(const Skill& skill, const Judgement& judgement);

}  // namespace skillstow
