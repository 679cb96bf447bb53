#pragma once

#include <string_view>

#include "archive/entries.h"

namespace skillstow {

// Hands every entry of a zip file over, unpacked and with its check sum verified.
Result<void> read_zip(std::string_view bytes, ArchiveEntries& entries);

}  // namespace skillstow
