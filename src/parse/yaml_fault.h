#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parse/yaml.h"

// Turns what went wrong in a YAML block into words that its author can act on. The library's own texts change with its
// versions and are never shown; they only help to choose among ours.
namespace skillstow {

YamlProblem unclosed_quote(std::string_view text, std::size_t at);
YamlProblem duplicate_key(std::string_view key, Span again, Span first);
YamlProblem trailing_text(std::string_view text, std::size_t at);
YamlProblem limit_reached(YamlProblemKind kind, std::size_t at, const YamlLimits& limits);

// A fault that the library reports at a place.
YamlProblem library_fault(std::string_view text, std::size_t at, std::string_view library_text);

// "<<<<<<<", "=======" or ">>>>>>>" at the start of a line, as an unfinished merge leaves them.
std::optional<YamlProblem> conflict_marker(std::string_view text);

// The fault of one entry of the top level, "key: value" and the lines that belong to it, which could not be read.
YamlProblem entry_fault(std::string_view entry, std::optional<YamlProblem> library_fault);

}  // namespace skillstow
