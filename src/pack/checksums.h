#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillstow {

inline constexpr std::string_view k_checksums_name = "SHA256SUMS";

struct Checksum {
  std::string sha256;  // in hexadecimal digits
  std::string file;    // a name alone, without line ends and backslashes
};

// The list that `sha256sum -c` reads, by name.
std::string write_checksums(std::vector<Checksum> sums);

// Whether the text is such a list, whoever wrote it; an empty one is none.
bool is_checksums(std::string_view text);

}  // namespace skillstow
