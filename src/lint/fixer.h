#pragma once

#include <string>
#include <vector>

#include "model/diagnostic.h"

namespace skillstow {

struct FixedText {
  std::string text;
  std::vector<const Diagnostic*> applied;  // whose fixes went in
};

// Applies the safe fixes of the findings that concern `file` to its text. Of fixes that overlap the first wins; the
// others are left for another run. Pure.
FixedText apply_fixes(const std::string& file, const std::string& text, const std::vector<Diagnostic>& findings);

// The changed lines of two texts, each with its number: "- 3 | old" and "+ 3 | new".
std::string line_diff(const std::string& before, const std::string& after);

}  // namespace skillstow
