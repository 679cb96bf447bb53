#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace skillstow {

// Levenshtein distance with swapped neighbours counted once, stopping early above `limit` (then the answer is limit +
// 1).
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The candidate that `word` was most likely meant to be ("did you mean"), or empty if none is near enough. Ties go to
// the first. "_" and "-" count as the same letter, case does not count.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace skillstow
