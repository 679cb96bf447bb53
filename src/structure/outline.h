#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/span.h"
#include "parse/markdown.h"

namespace skillstow {

// A heading of the document and what stands below it. Headings inside quotes and lists open no section.
struct OutlineHeading {
  std::uint32_t node = 0;  // of the Markdown
  std::uint8_t level = 1;
  std::uint32_t parent = 0;    // the heading around it + 1; 0 = none
  std::uint32_t end = 0;       // index of the first heading that is no longer inside this one
  std::uint32_t end_node = 0;  // first node that is no longer inside the section
  std::string folded;          // fold_heading() of its text
};

// All headings in the order of the file.
std::vector<OutlineHeading> outline_of(const Markdown& markdown);

}  // namespace skillstow
