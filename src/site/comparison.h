#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/page.h"
#include "site/entry.h"

namespace skillstow {

// One thing that skills are compared in, and what each has of it.
struct ComparisonRow {
  std::string label;
  std::vector<std::string> cells;  // one a skill; "" = nothing
  bool differs = false;
  bool verdict = false;  // the cells are "Pass", "Notes", "Fail"
};

// How two of them stand to each other.
struct ComparisonPair {
  std::size_t first = 0;
  std::size_t second = 0;
  bool copies = false;  // every file the same
  std::optional<std::uint64_t> text =
      {};                           // per cent of the body that is the same; absent where one is too short to tell
  std::uint64_t trigger = 0;        // per cent that names and descriptions are alike
  std::vector<std::string> common;  // the terms that weigh most in it
};

struct Comparison {
  std::vector<SkillEntry> skills;
  std::vector<ComparisonRow> rows;
  std::vector<ComparisonPair> pairs;
};

// What is kept of one skill until all are there.
struct ComparedSkill {
  SkillEntry entry;
  std::vector<std::pair<std::string, std::string>> values;  // label and cell, the same labels for each skill
};

ComparedSkill compared(const PageContext& page);
Comparison compare_skills(std::vector<ComparedSkill> skills);

std::string comparison_json(const Comparison& comparison);
std::string comparison_html(const Comparison& comparison, std::string_view version);

}  // namespace skillstow
