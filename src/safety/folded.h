#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "safety/offset_map.h"

namespace skillstow {

// A text as it looks: characters that show as nothing inside words are gone, letters that look like ASCII ones (of
// other scripts in a word with ASCII, full width, mathematical) are those, character references are what they stand
// for.
struct Folded {
  std::string text;
  OffsetMap map;  // to the text it was made of
};

// Nothing if the text is what it looks like, which nearly all are: emoji, words wholly of another script and joiners
// where their script needs them change nothing.
std::optional<Folded> fold(std::string_view text);

}  // namespace skillstow
