#pragma once

#include <string_view>

namespace skillstow {

// Whether a sentence forbids or advises against what stands at this place of it: "do not use `x`", "never run `x`",
// "`y` instead of `x`", "`x` must not be used". `before` and `behind` are the text of the block on either side; only
// the sentence is looked at. "Do not forget to run `x`" and "never commit without running `x`" ask for it.
bool is_forbidden(std::string_view before, std::string_view behind);

// Whether a paragraph that ends with ":" announces what not to do: "Never run:", "Do not do this:", "Bad:".
bool announces_forbidden(std::string_view paragraph);

}  // namespace skillstow
