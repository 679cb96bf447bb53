#pragma once

#include <string_view>

namespace skillstow {

// Whether `a` stands before `b` as JavaScript's localeCompare orders names: the root order of the Unicode Collation
// Algorithm, in which punctuation stands before digits before letters, letter case counts only between names that are
// equal without it, and small letters come first. Exact for ASCII; other characters follow in the order of their code
// points, which is right between scripts of one name, not for accents.
bool locale_before(std::string_view a, std::string_view b);

}  // namespace skillstow
