#include <algorithm>

#include "archive/writers.h"
#include "base/format.h"
#include "base/text.h"

// POSIX.1-2017, pax, "ustar Interchange Format".
namespace skillstow {
namespace {

constexpr std::size_t k_block = 512;
constexpr std::size_t k_name = 100;
constexpr std::size_t k_prefix = 155;

// Where a path is parted into prefix and name: 0 if it fits the name alone, npos if it fits nowhere.
std::size_t split_of(std::string_view path) {
  if (path.size() <= k_name) return 0;
  const std::size_t slash = path.find('/', path.size() - k_name - 1);
  return slash == std::string_view::npos || slash == 0 || slash > k_prefix ? std::string_view::npos : slash;
}

void put_text(std::string& header, std::size_t at, std::string_view text) { header.replace(at, text.size(), text); }

// Octal digits that end with a NUL and fill the field.
void put_number(std::string& header, std::size_t at, std::size_t size, std::uint64_t value) {
  put_text(header, at, format("{:0{}o}", value, size - 1));
}

std::string header_of(const ArchiveFile& file, std::size_t split, std::int64_t time) {
  const std::string_view path = file.path;
  std::string header(k_block, '\0');
  put_text(header, 0, split == 0 ? path : path.substr(split + 1));
  put_number(header, 100, 8, file.executable ? 0755 : 0644);
  put_number(header, 108, 8, 0);  // user
  put_number(header, 116, 8, 0);  // group
  put_number(header, 124, 12, file.bytes.size());
  put_number(header, 136, 12, static_cast<std::uint64_t>(std::max<std::int64_t>(time, 0)));
  put_text(header, 148, "        ");
  header[156] = '0';
  put_text(header, 257,
           std::string_view("ustar\0"
                            "00",
                            8));
  put_number(header, 329, 8, 0);  // device numbers
  put_number(header, 337, 8, 0);
  if (split != 0) put_text(header, 345, path.substr(0, split));
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put_number(header, 148, 7, sum);
  header[154] = '\0';
  return header;
}

}  // namespace

std::vector<const ArchiveFile*> sorted_by_path(const std::vector<ArchiveFile>& files) {
  std::vector<const ArchiveFile*> sorted;
  sorted.reserve(files.size());
  for (const ArchiveFile& file : files) sorted.push_back(&file);
  std::sort(sorted.begin(), sorted.end(), [](const ArchiveFile* a, const ArchiveFile* b) { return a->path < b->path; });
  return sorted;
}

Result<std::string> write_tar(const std::vector<ArchiveFile>& files, std::int64_t time) {
  std::string out;
  for (const ArchiveFile* const each : sorted_by_path(files)) {
    const ArchiveFile& file = *each;
    const std::size_t split = split_of(file.path);
    if (split == std::string_view::npos) {
      return failure(
          ErrorKind::too_large, file.path,
          format("its path does not fit the tar format that all tools read (ustar): {} bytes at most, and at "
                 "most {} in its last part",
                 k_prefix + 1 + k_name, k_name),
          "give it a shorter name, or its folders");
    }
    out += header_of(file, split, time);
    out += file.bytes;
    out.append((k_block - file.bytes.size() % k_block) % k_block, '\0');
  }
  return out.append(2 * k_block, '\0');
}

}  // namespace skillstow
