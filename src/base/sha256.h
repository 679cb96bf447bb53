#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// 32 bytes; and the same in 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);
std::string sha256_hex(std::string_view bytes);

// 20 bytes. What git names objects by; no proof of anything.
std::string sha1(std::string_view bytes);

// RFC 2104 over SHA-1, 20 bytes: what ssh hides the names of known hosts with. The key has at most 64 bytes.
std::string hmac_sha1(std::string_view key, std::string_view text);

}  // namespace skillstow
