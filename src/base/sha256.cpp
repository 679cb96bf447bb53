#include "base/sha256.h"

#include <array>

// The plain functions, not EVP: they bring 30 KB of libcrypto's archive instead of 5 MB, and none of what that links
// to.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace skillstow {

std::string sha256(std::string_view bytes) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(digest.data(), &context);
  return {digest.begin(), digest.end()};
}

std::string sha256_hex(std::string_view bytes) {
  static constexpr char k_digits[] = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * SHA256_DIGEST_LENGTH);
  for (const char c : sha256(bytes)) {
    const auto byte = static_cast<unsigned char>(c);
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

std::string hmac_sha1(std::string_view key, std::string_view text) {
  constexpr std::size_t k_block = 64;
  const auto keyed = [key](char pad) {
    std::string block(k_block, pad);
    for (std::size_t i = 0; i < key.size() && i < k_block; ++i) block[i] = static_cast<char>(block[i] ^ key[i]);
    return block;
  };
  return sha1(keyed(0x5c) + sha1(keyed(0x36).append(text)));
}

}  // namespace skillstow
