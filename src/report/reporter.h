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
  bool list_clean = true;  // name skills without findings too
};

// One skill's part of a report.
struct SkillResult {
  const Skill& skill;
  const Judgement& judgement;
  TokenCount tokens;   // of SKILL.md
  TokenCount listing;  // of name and description
};

// A way to write the result of a check. The parts are rendered on several threads and put out in the order of the
// skills, so memory does not grow with their number: begin, each skill with `between` in between, end.
struct Reporter {
  std::string_view name;  // as in --format NAME
  std::string_view summary;
  std::string (*begin)(const ReportStyle& style);
  std::string (*skill)(const SkillResult& result, const ReportStyle& style);
  std::string_view between;
  std::string (*end)(const Collection& collection, const std::vector<Diagnostic>& findings,
                     const std::vector<Skipped>& skipped, const ReportStyle& style);
};

std::span<const Reporter* const> all_reporters();
const Reporter* find_reporter(std::string_view name);

}  // namespace skillstow
