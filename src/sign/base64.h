#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

// RFC 4648, section 4: the standard alphabet, with padding. Reading is strict: no blanks, no other alphabet, no bits
// that count for nothing, so that one signature has one form.
std::string base64_of(std::string_view bytes);
std::optional<std::string> read_base64(std::string_view text);

}  // namespace skillstow
