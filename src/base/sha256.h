#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// 20 bytes. What git names objects by; no proof of anything.
std::string sha1(std::string_view bytes);

}  // namespace skillstow
