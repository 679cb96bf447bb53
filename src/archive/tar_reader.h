#pragma once

#include <string_view>

#include "archive/entries.h"

namespace skillstow {

// Hands every entry of a tar file over: ustar, with the long names of pax and of GNU tar.
Result<void> read_tar(std::string_view bytes, ArchiveEntries& entries);

// The same for one that is compressed with gzip.
Result<void> read_tar_gz(std::string_view bytes, ArchiveEntries& entries);

}  // namespace skillstow
