#pragma once

#include <string_view>
#include <vector>

#include "parse/markdown.h"

namespace skillstow {

// The link reference definitions ("[label]: destination", CommonMark 0.30 section 4.7) of a parsed file. cmark takes
// them out of the text without a trace; they are found again on the lines that hold neither code nor HTML.
std::vector<ReferenceDefinition> find_reference_definitions(std::string_view file, std::size_t begin,
                                                            const std::vector<MarkdownNode>& nodes);

}  // namespace skillstow
