#pragma once

#include <cstdint>
#include <vector>

#include "structure/breaches.h"
#include "structure/heading_pattern.h"

namespace skillstow {

// Headings of one numbered form must count 1, 2, 3 in the order of the file. Each fault is told once, at the heading
// where the count breaks; the count goes on from there. `found` are indices of headings.
void check_numbers(const HeadingPattern& pattern, const std::vector<std::uint32_t>& found, Breaches& breaches);

}  // namespace skillstow
