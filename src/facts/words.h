#pragma once

#include <cstdint>
#include <string_view>

#include "model/skill.h"

namespace skillstow {

// The words of instructions in SKILL.md, as skill directories count them: without the frontmatter and the fenced code
// blocks, each stretch between white space that holds at least one letter, digit or underscore. Text without spaces
// (Chinese, Japanese) counts as few words by this rule.
std::uint64_t count_words(const Skill& skill);
std::uint64_t count_words(std::string_view text);

// Lines of SKILL.md; a final line end opens no further line.
std::uint64_t count_lines(const Skill& skill);

}  // namespace skillstow
