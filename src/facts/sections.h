#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// A heading of SKILL.md with the text below it.
struct Section {
  std::uint32_t level = 1;
  std::string title;
  std::uint32_t line = 0;  // of the heading
  Span heading;
  Span span;  // from the heading to the next heading of whatever level, or to the end of the file
};

// In the order of the file. Headings inside a quote belong to what is quoted and are left out.
std::vector<Section> find_sections(const Skill& skill);

}  // namespace skillstow
