#include "pack/checksums.h"

#include <algorithm>

#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::size_t k_digits = 64;

bool is_checksum(std::string_view line) {
  // "DIGITS", a space, " " or "*" for text or binary, NAME: coreutils, md5sum invocation.
  if (line.size() < k_digits + 3 || line[k_digits] != ' ') return false;
  if (line[k_digits + 1] != ' ' && line[k_digits + 1] != '*') return false;
  return line.substr(0, k_digits).find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

}  // namespace

std::string write_checksums(std::vector<Checksum> sums) {
  std::sort(sums.begin(), sums.end(), [](const Checksum& a, const Checksum& b) { return a.file < b.file; });
  std::string text;
  for (const Checksum& sum : sums) text += sum.sha256 + "  " + sum.file + "\n";
  return text;
}

bool is_checksums(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  return !lines.empty() && std::all_of(lines.begin(), lines.end(), is_checksum);
}

}  // namespace skillstow
