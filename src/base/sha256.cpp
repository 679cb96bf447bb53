#include "base/sha256.h"

#include <array>

// The plain functions, not EVP: they bring 30 KB of libcrypto's archive instead of 5 MB, and none of what that links
// to.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace skillstow {

std::string sha256_hex(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(digest.data(), &context);
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const unsigned char byte : digest) {
    hex += k_digits[byte >> 4];
    hex += k_digits[byte & 15];
  }
  return hex;
}

std::string sha1(std::string_view bytes) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
  SHA_CTX context;
  SHA1_Init(&context);
  SHA1_Update(&context, bytes.data(), bytes.size());
  SHA1_Final(digest.data(), &context);
  return {digest.begin(), digest.end()};
}

}  // namespace skillstow
