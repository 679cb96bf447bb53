#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

// What a SOURCE on the command line means. Folders are read where they stand.
struct SourceSpec {
  enum class Kind { folder };
  Kind kind = Kind::folder;
  std::string text;  // as it was given
  std::string path;  // folder: the path, "~" replaced; relative ones count from the current folder
};

// Nothing is asked of the disk. Fails with ErrorKind::usage for text that names no folder: an empty one, a URL, an
// address of ssh. `home` stands for "~" and may be empty: then "~" is an error.
Result<SourceSpec> parse_source(std::string_view text, std::string_view home);

}  // namespace skillstow
