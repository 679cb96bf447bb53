#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// A form that several headings share: "Step {n}: {title}", "Phase {n}", "Example: {title}". Case and width of spaces do
// not count, and the sign before the title may be any of : . ) - – — since people mix them.
struct HeadingPattern {
  std::string source;     // as it was written
  std::string before;     // folded words before the first placeholder, without signs at the end
  std::string between;    // folded words between {n} and {title}, without signs at either end
  bool numbered = false;  // has {n}
  bool titled = false;    // has {title}
  bool sign = false;      // a sign stands before {title}
};

// Fails with what is wrong: no placeholder, one that is unknown or repeated, text after {title}, {n} after {title}.
Result<HeadingPattern> parse_heading_pattern(std::string_view source);

struct HeadingMatch {
  enum class Fit {
    none,  // another heading
    form,  // has its words and number, but is not written as the pattern says: "Step 3a: …", "Step 3 …", "Step 3:"
    full,
  };
  Fit fit = Fit::none;
  std::uint32_t number = 0;  // 0: not numbered, or more than nine digits
};
HeadingMatch match_heading(const HeadingPattern& pattern, std::string_view folded_heading);

// The pattern with its placeholders filled, to show an author what to write: "Step 3: …".
std::string example_of(const HeadingPattern& pattern, std::uint32_t number);

// Headings are compared in this form: case and width folded (NFKC), white-space runs one space, typographic apostrophes
// and dashes plain.
std::string fold_heading(std::string_view heading);

// A folded title without punctuation at its end: "When to use?" and "When to Use" are one title.
std::string_view without_end_signs(std::string_view folded);
std::string folded_title(std::string_view title);  // both

}  // namespace skillstow
