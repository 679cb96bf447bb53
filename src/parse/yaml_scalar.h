#pragma once

#include <string_view>

#include "model/span.h"
#include "parse/yaml.h"

// Where values end in the raw text. The library tells only where they start.
namespace skillstow {

// The end of a quoted scalar that starts at `at`, one past its closing quote; npos if it is never closed.
std::size_t end_of_quoted(std::string_view text, std::size_t at);

// The end of a flow sequence or mapping that starts at `at`, one past its closing bracket; npos if it is never closed.
std::size_t end_of_flow(std::string_view text, std::size_t at);

// The end of a block scalar whose "|" or ">" stands at `at`, without the final line end.
std::size_t end_of_block(std::string_view text, std::size_t at);

// The end of a plain scalar that starts at `at` and whose folded value is known.
std::size_t end_of_plain(std::string_view text, std::size_t at, std::string_view value);

// Passes over "&anchor" and "!tag" and the white space after them.
std::size_t skip_properties(std::string_view text, std::size_t at);

// The end of the line that `at` is in, without its line end.
std::size_t end_of_line(std::string_view text, std::size_t at);

// The start of the next line, or the end of the text.
std::size_t next_line(std::string_view text, std::size_t at);

}  // namespace skillstow
