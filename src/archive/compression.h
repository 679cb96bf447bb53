#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Deflate, gzip and CRC-32; wraps zlib.
namespace skillstow {

enum class Unpacked {
  ok,
  damaged,    // no deflate stream, or its check sum does not fit
  cut_short,  // the stream goes on behind the end of the bytes
  too_large,  // more than `max_bytes`
  trailing,   // bytes are left behind the stream
};

// A raw deflate stream (RFC 1951) that takes up all of `packed`. Never makes more than max_bytes.
Unpacked inflate(std::string_view packed, std::uint64_t max_bytes, std::string& out);

// One gzip stream (RFC 1952) that takes up all of `packed`; a second one behind it counts as trailing.
Unpacked gunzip(std::string_view packed, std::uint64_t max_bytes, std::string& out);

std::uint32_t crc32_of(std::string_view bytes);

}  // namespace skillstow
