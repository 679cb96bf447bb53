#pragma once

#include <string>
#include <string_view>

namespace skillstow {

enum class Paint { plain, bold, dim, red, yellow, green, cyan };

// The text in a terminal's colour, or as it is.
std::string painted(std::string_view text, Paint paint, bool color);

}  // namespace skillstow
