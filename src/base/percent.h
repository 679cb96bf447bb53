#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// "%20" -> " ". Codes that are not two hexadecimal digits stay.
std::string percent_decoded(std::string_view text);

}  // namespace skillstow
