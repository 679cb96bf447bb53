#pragma once

#include <cstddef>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "structure/structure.h"

namespace skillstow {

// More breaches than this in one skill are counted, not listed.
inline constexpr std::size_t k_max_structure_findings = 500;

// Holds a skill against a structure. Every breach is an error, since somebody asked for that structure by name:
//  - what is wrong with a section stands at its heading
//  - a missing section stands where it should be: at the heading before which it belongs, else at the end of the file,
//    or at a heading that was probably meant to be it
//  - line 0 speaks of the folder
// In the order of the file. Pure: asks nothing but its arguments.
std::vector<Diagnostic> check_structure(const Structure& structure, const Skill& skill);

}  // namespace skillstow
