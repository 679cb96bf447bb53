#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

// A file that goes into an archive.
struct ArchiveFile {
  std::string path;  // "/" between, relative, and checked by the caller
  std::string bytes;
  bool executable = false;
};

// Both write the same bytes for the same files and time, whatever the machine, its clock, its locale and the order of
// the files: sorted by path as bytes, modes 0644 and 0755, no owners, no entries for folders, and one time for all.
//
// `time` is in seconds since 1970, UTC. Zip knows only 1980 to 2107, and takes the nearest.
std::string write_zip(const std::vector<ArchiveFile>& files, std::int64_t time);

// ustar, which every reader knows, without compression. Fails for a path that does not fit: 255 bytes at most, of which
// 155 and 100 on the two sides of a "/".
Result<std::string> write_tar(const std::vector<ArchiveFile>& files, std::int64_t time);

std::vector<const ArchiveFile*> sorted_by_path(const std::vector<ArchiveFile>& files);

}  // namespace skillstow
