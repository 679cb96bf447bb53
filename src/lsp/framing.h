#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// The base protocol of the Language Server Protocol 3.17: each message is a header with its length in bytes, an empty
// line, and so many bytes of JSON.
class FrameReader {
 public:
  // Bytes as they come, cut anywhere.
  void feed(std::string_view bytes) { buffer_ += bytes; }

  // The next whole message; nullopt: more bytes are needed. Fails for a header without a length and for more than
  // k_max_message: where the next message starts can then not be known.
  Result<std::optional<std::string>> next();

  static constexpr std::size_t k_max_message = std::size_t{64} << 20;  // bytes; editors send whole documents
  static constexpr std::size_t k_max_header = 4096;                    // bytes

 private:
  std::string buffer_;
};

std::string framed(std::string_view json);

}  // namespace skillstow
