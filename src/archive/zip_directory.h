#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/entries.h"
#include "base/result.h"

namespace skillstow {

// General purpose bits of zip entries (APPNOTE.TXT 6.3.10, 4.4.4).
constexpr std::uint16_t k_zip_encrypted = 1 << 0;
constexpr std::uint16_t k_zip_sizes_behind = 1 << 3;  // a data descriptor follows the data
constexpr std::uint16_t k_zip_utf8 = 1 << 11;

// One entry as the central directory has it. Views into the archive.
struct ZipEntry {
  std::string_view name;
  std::uint8_t made_on = 0;  // the system that wrote it: 3 = Unix, 19 = macOS
  std::uint16_t flags = 0;
  std::uint16_t method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0;  // bytes
  std::uint64_t size = 0;
  std::uint64_t offset = 0;  // of its local header
  std::uint32_t attributes = 0;
};

struct ZipDirectory {
  std::vector<ZipEntry> entries;
  std::uint64_t offset = 0;  // where it begins, and the entries' data must end
};

// The sizes and the offset that an extra field holds in place of those that are all ones (zip64); false if they are not
// there although they are needed. Also used for local headers, which have no offset.
struct ZipSizes {
  std::uint64_t size = 0;
  std::uint64_t packed = 0;
  std::uint64_t offset = 0;
};
bool read_zip64_sizes(std::string_view extra, ZipSizes& sizes);

// Reads the directory of a zip file that lies in one piece from its first byte to its last. Refuses every file in which
// a reader from the front and one from the back could find different entries.
Result<ZipDirectory> read_zip_directory(std::string_view bytes, const ArchiveEntries& entries);

}  // namespace skillstow
