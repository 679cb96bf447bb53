#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// What a Content-Security-Policy allows a style sheet or script by that stands in the page itself: 'sha256-…'.
std::string policy_hash(std::string_view text);

}  // namespace skillstow
