#pragma once

#include <string_view>

namespace skillstow {

// Whether a path with "/" between its parts matches a pattern: "*" stands for any characters of one part, "?" for one
// of them, "**" for any number of whole parts, none included. A pattern without "/" is held against each part of the
// path ("legacy" matches "skills/legacy/x"); one that matches a folder matches all below it. Takes time in proportion
// to the two lengths multiplied at most.
bool matches_glob(std::string_view pattern, std::string_view path);

}  // namespace skillstow
