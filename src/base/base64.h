#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

// RFC 4648, section 4, with padding.
std::string base64_encoded(std::string_view bytes);
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace skillstow
