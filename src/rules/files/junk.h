#pragma once

#include <string_view>

namespace skillstow::rules {

// What a program left behind: the path of the file, or of the folder around it that is meant as a whole, and what it
// is in words. Both empty for a file that belongs to the skill.
struct JunkFound {
  std::string_view path;
  std::string_view what;
};
JunkFound find_junk(std::string_view path);

}  // namespace skillstow::rules
