#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/links.h"
#include "model/diagnostic.h"

// What the rules on links share.
namespace skillstow::rules {

// The target in quotes, made harmless.
std::string shown_target(const Link& link);

// Where the target is written inside the link; nullopt if the file spells it in another way (escapes, a definition
// further down).
std::optional<Span> target_span(const Link& link);

// The stretch to point at: the target, or else the whole link.
Span place_of(const Link& link);

// Writes another path in the target's place and keeps ?query and #fragment.
std::optional<Fix> retarget(const Link& link, std::string_view path, std::string title, bool safe);

}  // namespace skillstow::rules
