#include "archive/zip_directory.h"

#include <optional>

#include "archive/compression.h"
#include "archive/little_endian.h"
#include "base/format.h"
#include "base/text.h"

// Names and numbers follow PKWARE's APPNOTE.TXT 6.3.10.
namespace skillstow {
namespace {

constexpr std::string_view k_end_mark = "PK\x05\x06";            // 4.3.16, end of central directory record
constexpr std::string_view k_end64_mark = "PK\x06\x06";          // 4.3.14
constexpr std::string_view k_end64_locator_mark = "PK\x06\x07";  // 4.3.15
constexpr std::string_view k_entry_mark = "PK\x01\x02";          // 4.3.12
constexpr std::size_t k_end_bytes = 22;
constexpr std::size_t k_end64_bytes = 56;
constexpr std::size_t k_end64_locator_bytes = 20;
constexpr std::size_t k_entry_bytes = 46;
constexpr std::size_t k_max_comment = 0xFFFF;

constexpr std::uint16_t k_zip64_extra = 0x0001;
constexpr std::uint16_t k_unicode_path_extra = 0x7075;
constexpr std::uint16_t k_aes_extra = 0x9901;

struct End {
  std::size_t at = 0;  // where the records at the end begin: the directory must end there
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  std::uint64_t offset = 0;
};

// The value of an extra field; nullopt if there is none. `broken` is set where the fields do not fill their place.
std::optional<std::string_view> find_extra(std::string_view extra, std::uint16_t wanted, bool& broken) {
  std::optional<std::string_view> found;
  while (!extra.empty()) {
    if (extra.size() < 4 || extra.size() - 4 < read_u16(extra, 2)) {
      // Up to three bytes of nothing are how some tools align the data.
      broken = broken || extra.size() >= 4 || extra.find_first_not_of('\0') != std::string_view::npos;
      break;
    }
    const std::size_t length = read_u16(extra, 2);
    if (read_u16(extra, 0) == wanted) {
      broken = broken || found.has_value();
      found = extra.substr(4, length);
    }
    extra.remove_prefix(4 + length);
  }
  return found;
}

class DirectoryReader {
 public:
  DirectoryReader(std::string_view bytes, const ArchiveEntries& entries) : bytes_(bytes), entries_(entries) {}

  Result<ZipDirectory> run() {
    const Result<End> end = find_end();
    if (!end) return tl::unexpected(end.error());
    if (end->size > end->at || end->offset != end->at - end->size) {
      return damaged(
          "its directory is not where its end says: bytes stand before the archive, or a second directory in it");
    }
    if (end->count > entries_.limits().max_entries) {
      return entries_.refuse(ErrorKind::too_large, format("it holds {} entries, and at most {} are read here",
                                                          grouped(end->count), grouped(entries_.limits().max_entries)));
    }
    ZipDirectory directory;
    directory.offset = end->offset;
    std::size_t at = static_cast<std::size_t>(end->offset);
    for (std::uint64_t i = 0; i < end->count; ++i) {
      const auto entry = read_entry(at, end->at);
      if (!entry) return tl::unexpected(entry.error());
      directory.entries.push_back(*entry);
    }
    if (at != end->at)
      return damaged(
          format("its directory holds more than the {} that its end counts", counted(end->count, "entry", "entries")));
    return directory;
  }

 private:
  tl::unexpected<Error> damaged(std::string message) const {
    return entries_.refuse(ErrorKind::bad_input, std::move(message));
  }

  // The one record from whose place the comment reaches the last byte. Readers that search from the back take the first
  // mark that they meet, so that a second one in the comment makes two archives of one file.
  Result<End> find_end() {
    const std::size_t from = bytes_.size() - std::min(bytes_.size(), k_end_bytes + k_max_comment);
    std::optional<std::size_t> found;
    bool marked = false;
    for (std::size_t at = bytes_.find(k_end_mark, from); at != std::string_view::npos;
         at = bytes_.find(k_end_mark, at + 1)) {
      marked = true;
      const bool whole = bytes_.size() - at >= k_end_bytes;
      if (whole && at + k_end_bytes + read_u16(bytes_, at + 20) == bytes_.size()) {
        if (found) return damaged("it has two directories, and tools disagree about which one counts");
        found = at;
      } else if (found) {
        return damaged("its comment holds the mark of a second directory, and tools disagree about which one counts");
      }
    }
    if (!found) {
      return damaged(marked ? "bytes follow its end, or its end is cut short"
                            : "its directory is missing: it is cut short, or no zip file");
    }
    return read_end(*found);
  }

  Result<End> read_end(std::size_t at) {
    if (read_u16(bytes_, at + 4) != 0 || read_u16(bytes_, at + 6) != 0 ||
        read_u16(bytes_, at + 8) != read_u16(bytes_, at + 10)) {
      return damaged("it is one part of a zip file in several parts");
    }
    End end{at, read_u16(bytes_, at + 10), read_u32(bytes_, at + 12), read_u32(bytes_, at + 16)};
    const std::size_t both = k_end64_bytes + k_end64_locator_bytes;
    if (at < both || bytes_.substr(at - k_end64_locator_bytes, 4) != k_end64_locator_mark) return end;

    const std::size_t at64 = at - both;
    const std::string_view locator = bytes_.substr(at - k_end64_locator_bytes, k_end64_locator_bytes);
    const bool here = bytes_.substr(at64, 4) == k_end64_mark && read_u64(locator, 8) == at64 &&
                      read_u64(bytes_, at64 + 4) == k_end64_bytes - 12 && read_u32(locator, 4) == 0;
    if (!here) return damaged("its second end (zip64) is not where the first one says");
    const End end64{at64, read_u64(bytes_, at64 + 32), read_u64(bytes_, at64 + 40), read_u64(bytes_, at64 + 48)};
    const auto differs = [](std::uint64_t narrow, std::uint64_t wide, std::uint64_t ones) {
      return narrow != ones && narrow != wide;
    };
    if (differs(end.count, end64.count, 0xFFFF) || differs(end.size, end64.size, 0xFFFFFFFF) ||
        differs(end.offset, end64.offset, 0xFFFFFFFF) || read_u64(bytes_, at64 + 24) != end64.count) {
      return damaged("it has two ends (zip and zip64) that say different things");
    }
    return end64;
  }

  // Reads the entry at `at`, and moves on.
  Result<ZipEntry> read_entry(std::size_t& at, std::size_t end) {
    if (end - at < k_entry_bytes || bytes_.substr(at, 4) != k_entry_mark)
      return damaged("its directory is damaged: an entry does not start where the one before it ends");
    const std::string_view fixed = bytes_.substr(at, k_entry_bytes);
    const std::size_t name_bytes = read_u16(fixed, 28);
    const std::size_t extra_bytes = read_u16(fixed, 30);
    const std::size_t comment_bytes = read_u16(fixed, 32);
    if (end - at - k_entry_bytes < name_bytes + extra_bytes + comment_bytes)
      return damaged("its directory is damaged: an entry reaches over its end");
    const std::string_view extra = bytes_.substr(at + k_entry_bytes + name_bytes, extra_bytes);
    ZipEntry entry;
    entry.name = bytes_.substr(at + k_entry_bytes, name_bytes);
    entry.made_on = static_cast<std::uint8_t>(read_u16(fixed, 4) >> 8);
    entry.flags = read_u16(fixed, 8);
    entry.method = read_u16(fixed, 10);
    entry.crc = read_u32(fixed, 16);
    entry.attributes = read_u32(fixed, 38);
    ZipSizes sizes{read_u32(fixed, 24), read_u32(fixed, 20), read_u32(fixed, 42)};
    at += k_entry_bytes + name_bytes + extra_bytes + comment_bytes;

    if (read_u16(fixed, 34) != 0) return damaged("it is one part of a zip file in several parts");
    if (!read_zip64_sizes(extra, sizes))
      return entries_.refuse_entry(ErrorKind::bad_input, entry.name, "its extra fields are damaged");
    entry.size = sizes.size;
    entry.packed = sizes.packed;
    entry.offset = sizes.offset;
    return checked(entry, extra);
  }

  Result<ZipEntry> checked(const ZipEntry& entry, std::string_view extra) const {
    const auto refuse = [&](std::string_view message, std::string help = {}) {
      return entries_.refuse_entry(ErrorKind::bad_input, entry.name, message, std::move(help));
    };
    bool broken = false;
    constexpr std::uint16_t k_strong = 1 << 6 | 1 << 13;
    if ((entry.flags & (k_zip_encrypted | k_strong)) != 0 || find_extra(extra, k_aes_extra, broken).has_value()) {
      return refuse("it is encrypted, so that nobody can see what it holds before it is installed",
                    "ask its author for a package without a password");
    }
    // A second name: some readers take it in place of the first one. Its first five bytes are a version and the CRC of
    // the name that it stands for.
    const auto second = find_extra(extra, k_unicode_path_extra, broken);
    if (second && second->size() >= 5 && read_u32(*second, 1) == crc32_of(entry.name) &&
        second->substr(5) != entry.name) {
      return refuse(format("it has a second name, {}, and tools disagree about which one counts",
                           visible(second->substr(5), 200)));
    }
    if (broken) return refuse("its extra fields are damaged");
    return entry;
  }

  std::string_view bytes_;
  const ArchiveEntries& entries_;
};

}  // namespace

bool read_zip64_sizes(std::string_view extra, ZipSizes& sizes) {
  bool broken = false;
  const auto field = find_extra(extra, k_zip64_extra, broken);
  if (broken) return false;
  std::string_view rest = field.value_or(std::string_view{});
  for (std::uint64_t* value : {&sizes.size, &sizes.packed, &sizes.offset}) {
    if (*value != 0xFFFFFFFF) continue;
    if (rest.size() < 8) return false;
    *value = read_u64(rest, 0);
    rest.remove_prefix(8);
  }
  return true;
}

Result<ZipDirectory> read_zip_directory(std::string_view bytes, const ArchiveEntries& entries) {
  return DirectoryReader(bytes, entries).run();
}

}  // namespace skillstow
