#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

// RFC 4648, section 4: the standard alphabet, with padding. Reading is strict: no blanks, no other alphabet, no bits
// that count for nothing, so that one signature has one form. For what an attacker may have bent, see safety/decode.h.
std::string base64_encoded(std::string_view bytes);
std::optional<std::string> base64_decoded(std::string_view text);

}  // namespace skillstow
