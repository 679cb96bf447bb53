#pragma once

#include <cstdint>
#include <string_view>

namespace skillstow {

// Numbers as zip and gzip write them: the lowest byte first. The caller has made sure that the bytes are there.
inline std::uint16_t read_u16(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[at + i]));
  };
  return static_cast<std::uint16_t>(byte(0) | byte(1) << 8);
}

inline std::uint32_t read_u32(std::string_view bytes, std::size_t at) {
  return read_u16(bytes, at) | static_cast<std::uint32_t>(read_u16(bytes, at + 2)) << 16;
}

inline std::uint64_t read_u64(std::string_view bytes, std::size_t at) {
  return read_u32(bytes, at) | static_cast<std::uint64_t>(read_u32(bytes, at + 4)) << 32;
}

}  // namespace skillstow
