#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillstow {

// The words of a text in lower case, without those of the form of descriptions rather than of their matter ("use",
// "when", "skill"). Letters beyond ASCII belong to words; of scripts that put no blanks between words, each character
// is one.
std::vector<std::string> content_words(std::string_view text);

}  // namespace skillstow
