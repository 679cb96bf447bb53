#pragma once

#include <string>

#include "base/line_index.h"
#include "model/span.h"

namespace skillstow {

// A text file of a skill: its path from the skill's folder, its bytes (a UTF-8 mark included) and where its lines
// start.
struct SourceFile {
  std::string path;
  std::string text;
  LineIndex lines;

  SourceFile() = default;
  SourceFile(std::string path_, std::string text_) : path(std::move(path_)), text(std::move(text_)), lines(text) {}

  std::uint32_t line(std::size_t offset) const { return lines.line(offset); }
  Position position(std::size_t offset) const { return lines.position(text, offset); }
};

}  // namespace skillstow
