#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/tree.h"

namespace skillstow {

// How much an archive may hold. Far above any real skill (of 24,980 public ones the largest has fewer than 1,000 files
// and one more than 30 MB), and small enough that a hostile one does no harm.
struct ArchiveLimits {
  std::uint64_t max_archive_bytes = 128u << 20;
  std::uint64_t max_total_bytes = 128u << 20;  // of all files together, unpacked
  std::uint64_t max_ratio = 200;  // unpacked bytes for one packed byte, once there are more than ratio_from
  std::uint64_t ratio_from = 8u << 20;
  std::size_t max_entries = 20'000;  // files, links and folders
  std::size_t max_depth = 64;        // folders below each other
  std::size_t max_path_bytes = 1024;
};

// Whether a file is to be taken for an archive: by its name (.skill, .zip, .tar.gz, .tgz, .tar), or by its first bytes.
bool has_archive_name(std::string_view path);
bool is_archive(std::string_view first_bytes);  // the first 512 are enough

// The archive's files as a tree in memory: zip (.skill too), and tar, plain or in gzip. All of it is read, and checked,
// at once. An archive is refused as a whole, with the entry and the reason, if tools could disagree about what is in it
// or unpacking it could do harm: names that lead out of it, are absolute, stand twice or differ in letter case alone;
// links that lead out; hard links, devices; encrypted, damaged or unknown entries; bytes that no entry of its directory
// owns; and all above the limits. `shown` is its name in messages.
Result<std::shared_ptr<const Tree>> open_archive(std::string_view bytes, const std::string& shown,
                                                 const ArchiveLimits& limits = {});
Result<std::shared_ptr<const Tree>> open_archive_file(const std::string& path, const ArchiveLimits& limits = {});

}  // namespace skillstow
