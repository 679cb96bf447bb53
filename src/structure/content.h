#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/span.h"
#include "parse/markdown.h"
#include "structure/structure.h"

namespace skillstow {

// Part of a document: nodes[first, end).
struct NodeRange {
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

// Whether the range holds anything but headings, rules and comments.
bool has_content(const Markdown& markdown, NodeRange range);

// How far a need is met. `near` is the node that comes nearest (a list of the wrong kind, a code block in another
// language), or 0.
struct NeedState {
  bool met = false;
  std::uint32_t found = 0;  // the largest count; of a list or table, that of the best one
  std::uint32_t near = 0;
};
NeedState find_need(const Need& need, const Markdown& markdown, std::string_view file, NodeRange range);

// The first item without content in any list of the range that could meet the need, or 0.
std::uint32_t find_empty_item(const Need& need, const Markdown& markdown, NodeRange range);

// Rows below the delimiter row of a GitHub table, or 0 if the text of the paragraph is none. CommonMark, and so the
// parser, takes a table for a paragraph.
std::uint32_t table_rows(std::string_view paragraph);

// "an ordered list", "a code block in bash or sh", "a table with at least 3 rows".
std::string describe(const Need& need);

}  // namespace skillstow
