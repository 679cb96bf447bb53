#include "archive/zip_reader.h"

#include <algorithm>
#include <numeric>

#include "archive/compression.h"
#include "archive/little_endian.h"
#include "archive/zip_directory.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_local_mark = "PK\x03\x04";       // APPNOTE.TXT 4.3.7
constexpr std::string_view k_descriptor_mark = "PK\x07\x08";  // 4.3.9.3
constexpr std::size_t k_local_bytes = 30;

constexpr std::uint16_t k_stored = 0;
constexpr std::uint16_t k_deflated = 8;

// Unix file types, in the upper half of the external attributes.
constexpr std::uint32_t k_type_mask = 0170000;
constexpr std::uint32_t k_type_file = 0100000;
constexpr std::uint32_t k_type_folder = 0040000;
constexpr std::uint32_t k_type_link = 0120000;
constexpr std::uint64_t k_max_link_bytes = 4096;

// 4.4.5, those that are met.
std::string_view method_name(std::uint16_t method) {
  switch (method) {
    case 1:
      return "Shrink";
    case 6:
      return "Implode";
    case 9:
      return "Deflate64";
    case 12:
      return "bzip2";
    case 14:
      return "LZMA";
    case 93:
      return "Zstandard";
    case 95:
      return "xz";
    case 98:
      return "PPMd";
    default:
      return "an unknown method";
  }
}

class ZipReader {
 public:
  ZipReader(std::string_view bytes, ArchiveEntries& entries) : bytes_(bytes), entries_(entries) {}

  Result<void> run() {
    Result<ZipDirectory> directory = read_zip_directory(bytes_, entries_);
    if (!directory) return tl::unexpected(directory.error());
    end_ = directory->offset;
    if (auto fits = check_sizes(directory->entries); !fits) return fits;

    // In the order of the bytes: each entry must start where the one before it ends.
    std::stable_sort(directory->entries.begin(), directory->entries.end(),
                     [](const ZipEntry& a, const ZipEntry& b) { return a.offset < b.offset; });
    std::uint64_t at = 0;
    for (const ZipEntry& entry : directory->entries) {
      if (entry.offset < at)
        return refuse(entry,
                      "it overlaps the entry before it, as in archives made to unpack to far more than they hold");
      if (entry.offset > at)
        return refuse(entry, "bytes stand before it that no entry of the directory owns: hidden content, or damage");
      const Result<std::uint64_t> next = read_one(entry);
      if (!next) return tl::unexpected(next.error());
      at = *next;
    }
    if (at == end_) return {};
    return entries_.refuse(ErrorKind::bad_input,
                           "bytes stand before its directory that no entry of it owns: hidden content, or damage");
  }

 private:
  tl::unexpected<Error> refuse(const ZipEntry& entry, std::string_view message, std::string help = {}) const {
    return entries_.refuse_entry(ErrorKind::bad_input, entry.name, message, std::move(help));
  }

  // Before the first byte is unpacked.
  Result<void> check_sizes(const std::vector<ZipEntry>& all) {
    std::uint64_t total = 0;
    for (const ZipEntry& entry : all) {
      if (auto fits = entries_.reserve(entry.name, entry.size); !fits) return fits;
      total += entry.size;
    }
    if (total <= entries_.most_unpacked(bytes_.size())) return {};
    return entries_.refuse(ErrorKind::too_large,
                           format("it unpacks to {} bytes, more than {} times its own size: a bomb", grouped(total),
                                  entries_.limits().max_ratio));
  }

  // Gives where the entry ends.
  Result<std::uint64_t> read_one(const ZipEntry& entry) {
    const std::uint64_t room = end_ - entry.offset;
    if (entry.offset > end_ || room < k_local_bytes || bytes_.substr(entry.offset, 4) != k_local_mark)
      return refuse(entry, "its data is not where the directory says");
    const std::string_view local = bytes_.substr(static_cast<std::size_t>(entry.offset), k_local_bytes);
    const std::size_t name_bytes = read_u16(local, 26);
    const std::size_t head = k_local_bytes + name_bytes + read_u16(local, 28);
    if (room < head || room - head < entry.packed)
      return refuse(entry, "its data reaches over the end: the archive is cut short or damaged");
    const std::string_view data =
        bytes_.substr(static_cast<std::size_t>(entry.offset) + head, static_cast<std::size_t>(entry.packed));
    if (auto same = compare_local(entry, local, name_bytes); !same) return tl::unexpected(same.error());
    std::uint64_t next = entry.offset + head + entry.packed;
    if ((entry.flags & k_zip_sizes_behind) != 0) {
      const std::size_t behind = descriptor_bytes(entry, static_cast<std::size_t>(next));
      if (behind == 0) return refuse(entry, "the sizes behind its data are not those of the directory");
      next += behind;
    }
    if (auto done = unpack(entry, data); !done) return tl::unexpected(done.error());
    return next;
  }

  // Tools that read from the front go by the local header, others by the directory: they must say the same.
  Result<void> compare_local(const ZipEntry& entry, std::string_view local, std::size_t name_bytes) const {
    const std::size_t at = static_cast<std::size_t>(entry.offset);
    if (const std::string_view name = bytes_.substr(at + k_local_bytes, name_bytes); name != entry.name) {
      return refuse(
          entry, format("before its data it is called {}: tools disagree about which name counts", visible(name, 200)));
    }
    constexpr std::uint16_t k_told = k_zip_encrypted | k_zip_sizes_behind | k_zip_utf8;
    const bool same_way = read_u16(local, 8) == entry.method && (read_u16(local, 6) & k_told) == (entry.flags & k_told);
    ZipSizes sizes{read_u32(local, 22), read_u32(local, 18), 0};
    const bool readable = read_zip64_sizes(bytes_.substr(at + k_local_bytes + name_bytes, read_u16(local, 28)), sizes);
    const bool behind = (entry.flags & k_zip_sizes_behind) != 0;
    const bool same_sizes =
        behind || (sizes.size == entry.size && sizes.packed == entry.packed && read_u32(local, 14) == entry.crc);
    if (same_way && readable && same_sizes) return {};
    return refuse(entry, "what stands before its data and what the directory says differ: tools disagree about it");
  }

  // A data descriptor has a mark or none, and sizes of four bytes or eight; 0 if none of these fits.
  std::size_t descriptor_bytes(const ZipEntry& entry, std::size_t at) const {
    const std::string_view rest = bytes_.substr(at, static_cast<std::size_t>(end_) - at);
    for (const std::size_t mark : {std::size_t{4}, std::size_t{0}}) {
      if (mark != 0 && !rest.starts_with(k_descriptor_mark)) continue;
      if (rest.size() >= mark + 12 && read_u32(rest, mark) == entry.crc && read_u32(rest, mark + 4) == entry.packed &&
          read_u32(rest, mark + 8) == entry.size && starts_next(at + mark + 12)) {
        return mark + 12;
      }
      if (rest.size() >= mark + 20 && read_u32(rest, mark) == entry.crc && read_u64(rest, mark + 4) == entry.packed &&
          read_u64(rest, mark + 12) == entry.size) {
        return mark + 20;
      }
    }
    return 0;
  }

  bool starts_next(std::size_t at) const { return at == end_ || bytes_.substr(at, 4) == k_local_mark; }

  Result<void> unpack(const ZipEntry& entry, std::string_view data) {
    const bool unix = entry.made_on == 3 || entry.made_on == 19;
    const std::uint32_t mode = unix ? entry.attributes >> 16 : 0;
    const std::uint32_t type = mode & k_type_mask;
    const bool folder = entry.name.ends_with('/');
    if (type != 0 && type != k_type_file && type != k_type_folder && type != k_type_link)
      return refuse(entry, "it is a device, a pipe or a socket");
    if (folder != (type == k_type_folder) && type != 0)
      return refuse(entry, "its name and its attributes disagree about whether it is a folder");
    if (folder) return entry.size == 0 ? entries_.add_folder(entry.name) : refuse(entry, "it is a folder with content");

    std::string out;
    if (auto done = decompress(entry, data, out); !done) return done;
    if (crc32_of(out) != entry.crc) return refuse(entry, "its check sum does not fit: it is damaged");
    if (type == k_type_link) {
      if (out.size() > k_max_link_bytes) return refuse(entry, "it is a link whose target is no path");
      return entries_.add_link(entry.name, out);
    }
    return entries_.add_file(entry.name, std::move(out), (mode & 0100) != 0);
  }

  Result<void> decompress(const ZipEntry& entry, std::string_view data, std::string& out) const {
    if (entry.method == k_stored) {
      if (entry.packed != entry.size) return refuse(entry, "it is stored as it is, but with two sizes");
      out = data;
      return {};
    }
    if (entry.method != k_deflated) {
      return refuse(entry, format("it is compressed with {} (method {}), and zip packages of skills use deflate",
                                  method_name(entry.method), entry.method));
    }
    switch (inflate(data, entry.size, out)) {
      case Unpacked::ok:
        break;
      case Unpacked::too_large:
        return refuse(entry, "it unpacks to more than the directory says");
      case Unpacked::trailing:
        return refuse(entry, "bytes are left behind its compressed data: hidden content, or damage");
      default:
        return refuse(entry, "its compressed data is damaged");
    }
    return out.size() == entry.size ? Result<void>() : refuse(entry, "it unpacks to less than the directory says");
  }

  std::string_view bytes_;
  ArchiveEntries& entries_;
  std::uint64_t end_ = 0;  // of the entries' data
};

}  // namespace

Result<void> read_zip(std::string_view bytes, ArchiveEntries& entries) { return ZipReader(bytes, entries).run(); }

}  // namespace skillstow
