#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "facts/tokens.h"
#include "lint/collection.h"
#include "lint/discover.h"
#include "lint/engine.h"
#include "model/skill.h"

namespace skillstow {

// How an output may look; only for outputs that people read.
struct ReportStyle {
  bool color = false;
  std::size_t width = 80;
  bool wrap = false;              // onto lines of that width: the output is a terminal
  bool list_clean = true;         // name skills without findings too
  std::string_view version = {};  // of the program, for outputs that name their maker
};

// One skill's part of a report.
struct SkillResult {
  const Skill& skill;
  const Judgement& judgement;
  TokenCount tokens;   // of SKILL.md
  TokenCount listing;  // of name and description
};

// What an output makes of one skill.
struct SkillReport {
  std::string text;       // written at once
  std::string held = {};  // kept until all skills are done, and handed to `end`
  std::string head = {};  // written once, before the first skill's text: what only a judged skill can tell
};

// The whole run, when all skills are done.
struct RunResult {
  const Collection& collection;
  const std::vector<Diagnostic>& findings;  // about the skills together
  const std::vector<Skipped>& skipped;
  std::string_view held;  // what the skills' parts held back, in their order
  bool any_text = false;  // some skill's text was written: whatever follows needs `between` before it
};

// A way to write the result of a check. The parts are rendered on several threads and put out in the order of the
// skills, so memory does not grow with their number (but for what is held back): begin, the text of each skill with
// `between` in between, end.
struct Reporter {
  std::string_view name;  // as in --format NAME
  std::string_view summary;
  std::string (*begin)(const ReportStyle& style);
  SkillReport (*skill)(const SkillResult& result, const ReportStyle& style);
  std::string_view between;
  std::string (*end)(const RunResult& run, const ReportStyle& style);
  bool for_people = false;  // what could not be read is told well enough in the output itself
  bool lines_only = false;  // has no place for what is not about one skill: that goes to standard error
};

std::span<const Reporter* const> all_reporters();
const Reporter* find_reporter(std::string_view name);

}  // namespace skillstow
