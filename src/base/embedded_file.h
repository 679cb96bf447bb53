#pragma once

#include <string_view>

namespace skillstow {

// A file that the build put into the program, as it was then.
struct EmbeddedFile {
  std::string_view path;  // "fallback/SKILL.md"
  bool executable;        // it starts with "#!"
  std::string_view content;
};

}  // namespace skillstow
