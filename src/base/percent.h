#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// "%20" -> " ". Codes that are not two hexadecimal digits stay.
std::string percent_decoded(std::string_view text);

// All but ASCII letters, digits and the characters of `kept` become "%XX", byte by byte.
std::string percent_encoded(std::string_view text, std::string_view kept);

void append_percent(std::string& out, char c);

}  // namespace skillstow
