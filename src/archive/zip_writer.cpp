#include <algorithm>
#include <array>

#include "archive/compression.h"
#include "archive/deflate.h"
#include "archive/writers.h"

// Names and numbers follow PKWARE's APPNOTE.TXT 6.3.10.
namespace skillstow {
namespace {

constexpr std::uint16_t k_version = 20;                // deflate is known since 2.0
constexpr std::uint16_t k_made_on_unix = 3 << 8 | 20;  // so that readers take the modes
constexpr std::uint16_t k_utf8_names = 1 << 11;
constexpr std::uint16_t k_stored = 0;
constexpr std::uint16_t k_deflated = 8;
constexpr std::uint32_t k_regular_file = 0100000;

struct Number {
  std::uint64_t value;
  unsigned bytes;
};
constexpr Number two(std::uint64_t value) { return {value, 2}; }
constexpr Number four(std::uint64_t value) { return {value, 4}; }

template <std::size_t N>
void append(std::string& out, const std::array<Number, N>& numbers) {
  for (const Number& number : numbers) {
    for (unsigned i = 0; i < number.bytes; ++i) out += static_cast<char>(number.value >> (8 * i) & 0xFF);
  }
}

// Date in the upper half, time in the lower; two seconds are the smallest step.
std::uint32_t dos_time(std::int64_t time) {
  constexpr std::int64_t k_first = 315'532'800;   // 1980-01-01 00:00:00
  constexpr std::int64_t k_last = 4'354'819'198;  // 2107-12-31 23:59:58
  time = std::clamp(time, k_first, k_last);
  // The civil date of a day: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  const std::int64_t days = time / 86400 + 719'468;
  const std::int64_t era = days / 146'097;
  const std::int64_t day_of_era = days % 146'097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146'096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted = (5 * day_of_year + 2) / 153;  // months from March
  const std::int64_t day = day_of_year - (153 * shifted + 2) / 5 + 1;
  const std::int64_t month = shifted < 10 ? shifted + 3 : shifted - 9;
  const std::int64_t year = year_of_era + era * 400 + (month <= 2 ? 1 : 0);
  const std::int64_t seconds = time % 86400;
  const std::int64_t date = (year - 1980) << 9 | month << 5 | day;
  const std::int64_t clock = seconds / 3600 << 11 | seconds % 3600 / 60 << 5 | seconds % 60 / 2;
  return static_cast<std::uint32_t>(date << 16 | clock);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

std::string write_zip(const std::vector<ArchiveFile>& files, std::int64_t time) {
  const std::uint32_t stamp = dos_time(time);
  std::string out;
  std::string directory;
  for (const ArchiveFile* const each : sorted_by_path(files)) {
    const ArchiveFile& file = *each;
    std::string packed = deflate(file.bytes);
    const bool stored = packed.size() >= file.bytes.size();
    const std::string_view data = stored ? std::string_view(file.bytes) : std::string_view(packed);
    // What the entry and the directory both say (4.3.7).
    const std::array<Number, 10> common = {two(k_version),
                                           two(is_ascii(file.path) ? 0 : k_utf8_names),
                                           two(stored ? k_stored : k_deflated),
                                           two(stamp & 0xFFFF),
                                           two(stamp >> 16),
                                           four(crc32_of(file.bytes)),
                                           four(data.size()),
                                           four(file.bytes.size()),
                                           two(file.path.size()),
                                           two(0)};
    directory += "PK\x01\x02";
    append(directory, std::array{two(k_made_on_unix)});
    append(directory, common);
    const std::uint32_t mode = k_regular_file | (file.executable ? 0755u : 0644u);
    append(directory, std::array{two(0), two(0), two(0), four(mode << 16), four(out.size())});
    directory += file.path;
    out += "PK\x03\x04";
    append(out, common);
    out += file.path;
    out += data;
  }
  const std::size_t offset = out.size();
  out += directory;
  out += "PK\x05\x06";
  append(out, std::array{two(0), two(0), two(files.size()), two(files.size()), four(directory.size()), four(offset),
                         two(0)});
  return out;
}

}  // namespace skillstow
