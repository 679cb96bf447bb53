#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace skillstow {

// The words of a text on lines of at most `width` terminal columns. The first line starts with `first`, the others with
// `first_width` blanks, or as many as it is wide. Colour codes in either take up no column. A word wider than a line is
// cut. Ends with a line end. The text must be fit for a terminal already (base/text.h, visible).
std::string wrapped(std::string_view text, std::size_t width, std::string_view first, std::size_t first_width);
std::string wrapped(std::string_view text, std::size_t width, std::string_view first = {});

// The text, followed by blanks up to that many terminal columns.
std::string padded(std::string_view text, std::size_t columns);

// The text if it fits, else its start and "…".
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace skillstow
