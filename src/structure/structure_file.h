#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parse/document_reader.h"
#include "structure/structure.h"

namespace skillstow {

struct StructureFile {
  Structure structure;  // only complete if there is no problem
  std::vector<DocumentProblem> problems;
};

// A file has at most this many sections, steps included: checking takes time for each of them and each heading.
inline constexpr std::size_t k_max_sections = 200;

// Reads the text of a structure file. Every fault is told, so that a writer mends them in one go. Does not touch the
// disk.
StructureFile read_structure(std::string_view text);

}  // namespace skillstow
