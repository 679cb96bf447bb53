#include "archive/tar_reader.h"

#include <optional>

#include "archive/compression.h"
#include "base/format.h"
#include "base/text.h"

// POSIX.1-2017, pax: "ustar Interchange Format" and "pax Header Block".
namespace skillstow {
namespace {

constexpr std::size_t k_block = 512;
constexpr std::uint64_t k_max_header = 1u << 20;  // of a long name or a set of pax records

// A text field ends at its first NUL.
std::string_view text_field(std::string_view header, std::size_t at, std::size_t size) {
  const std::string_view field = header.substr(at, size);
  return field.substr(0, field.find('\0'));
}

// Octal digits among blanks and NULs, or GNU's binary form for large numbers; nullopt for anything else.
std::optional<std::uint64_t> number_field(std::string_view header, std::size_t at, std::size_t size) {
  const std::string_view field = header.substr(at, size);
  std::uint64_t value = 0;
  if (static_cast<unsigned char>(field.front()) == 0x80) {
    for (const char c : field.substr(1)) {
      if (value >> 55 != 0) return std::nullopt;
      value = value << 8 | static_cast<unsigned char>(c);
    }
    return value;
  }
  std::string_view digits = field.substr(0, field.find('\0'));
  digits = trim(digits);
  for (const char c : digits) {
    if (c < '0' || c > '7' || value >> 60 != 0) return std::nullopt;
    value = value * 8 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

// The sum of all bytes, the sum's own field taken as blanks. Some old tools summed signed bytes.
bool sum_fits(std::string_view header) {
  const auto told = number_field(header, 148, 8);
  std::int64_t plain = 0;
  std::int64_t with_sign = 0;
  for (std::size_t i = 0; i < k_block; ++i) {
    const char c = i >= 148 && i < 156 ? ' ' : header[i];
    plain += static_cast<unsigned char>(c);
    with_sign += static_cast<signed char>(c);
  }
  return told && (static_cast<std::int64_t>(*told) == plain || static_cast<std::int64_t>(*told) == with_sign);
}

bool is_zero(std::string_view bytes) { return bytes.find_first_not_of('\0') == std::string_view::npos; }

// What a header before an entry's own says of it.
struct Extended {
  std::optional<std::string> path;
  std::optional<std::string> link;
  std::optional<std::uint64_t> size;
};

class TarReader {
 public:
  TarReader(std::string_view bytes, ArchiveEntries& entries) : bytes_(bytes), entries_(entries) {}

  Result<void> run() {
    while (bytes_.size() - at_ >= k_block) {
      const std::string_view header = bytes_.substr(at_, k_block);
      if (is_zero(header)) return finish();
      if (!sum_fits(header)) return damaged("the check sum of a header does not fit");
      if (auto done = read_one(header); !done) return done;
    }
    return damaged("it is cut short: its end is missing");
  }

 private:
  tl::unexpected<Error> damaged(std::string_view what) const {
    return entries_.refuse(ErrorKind::bad_input, format("it is damaged: {}", what));
  }

  // Behind the end there may be nothing but zeros; readers that go on would find more entries than those that stop.
  Result<void> finish() const {
    if (next_.path || next_.link || next_.size) return damaged("a long name has no entry");
    if (is_zero(bytes_.substr(at_))) return {};
    return entries_.refuse(ErrorKind::bad_input, "bytes stand behind its end: hidden content, or damage");
  }

  Result<void> read_one(std::string_view header) {
    const auto size = number_field(header, 124, 12);
    if (!size) return damaged("a size is no number");
    const char type = header[156];
    at_ += k_block;
    const bool about_next = type == 'x' || type == 'g' || type == 'L' || type == 'K';
    const bool has_data = about_next || type == '0' || type == '\0' || type == '7';
    const std::uint64_t bytes = about_next ? *size : next_.size.value_or(*size);
    if (has_data && (bytes > bytes_.size() - at_)) return damaged("it is cut short in an entry");
    if (about_next && bytes > k_max_header) return damaged("a long name is longer than any path");
    const std::string_view data = has_data ? bytes_.substr(at_, static_cast<std::size_t>(bytes)) : std::string_view{};
    const std::size_t padded = (data.size() + k_block - 1) / k_block * k_block;
    if (padded > bytes_.size() - at_) return damaged("it is cut short in an entry");
    at_ += padded;
    if (about_next) return ++headers_ > 2 * entries_.limits().max_entries ? too_many() : read_extended(type, data);
    return add(header, type, data, *size);
  }

  Result<void> too_many() const {
    return entries_.refuse(ErrorKind::too_large, "it holds more headers than any skill has files");
  }

  Result<void> read_extended(char type, std::string_view data) {
    if (type == 'L' || type == 'K') {
      std::optional<std::string>& place = type == 'L' ? next_.path : next_.link;
      if (place) return damaged("an entry has two long names");
      place = std::string(data.substr(0, data.find('\0')));
      return {};
    }
    // "LENGTH KEY=VALUE\n", the length counts all of it.
    while (!data.empty()) {
      std::size_t length = 0;
      std::size_t digits = 0;
      while (digits < data.size() && digits < 8 && is_digit(data[digits])) {
        length = length * 10 + static_cast<std::size_t>(data[digits++] - '0');
      }
      if (digits == 0 || length <= digits + 1 || length > data.size() || data[digits] != ' ' ||
          data[length - 1] != '\n')
        return damaged("a pax record does not end where it says");
      const std::string_view record = data.substr(digits + 1, length - digits - 2);
      const std::size_t equals = record.find('=');
      if (equals == std::string_view::npos) return damaged("a pax record has no value");
      if (auto done = read_record(type, record.substr(0, equals), record.substr(equals + 1)); !done) return done;
      data.remove_prefix(length);
    }
    return {};
  }

  Result<void> read_record(char type, std::string_view key, std::string_view value) {
    if (key.starts_with("GNU.sparse")) return damaged("it holds sparse files, which no skill needs");
    if (key != "path" && key != "linkpath" && key != "size") return {};  // times, owners: nothing that a skill has
    if (type == 'g') return damaged("one name or size is given to all entries");
    if (key == "size") {
      std::uint64_t size = 0;
      for (const char c : value) {
        if (!is_digit(c) || size >> 50 != 0) return damaged("a size is no number");
        size = size * 10 + static_cast<std::uint64_t>(c - '0');
      }
      if (next_.size || value.empty()) return damaged("an entry has two sizes, or an empty one");
      next_.size = size;
      return {};
    }
    std::optional<std::string>& place = key == "path" ? next_.path : next_.link;
    if (place) return damaged("an entry has two long names");
    place = std::string(value);
    return {};
  }

  Result<void> add(std::string_view header, char type, std::string_view data, std::uint64_t told) {
    const Extended extended = std::move(next_);
    next_ = {};
    std::string name(text_field(header, 0, 100));
    const bool ustar = header.substr(257, 6) == std::string_view("ustar\0", 6);
    if (const std::string_view prefix = text_field(header, 345, 155); ustar && !prefix.empty())
      name = format("{}/{}", prefix, name);
    if (extended.path) name = *extended.path;
    const std::string link = extended.link.value_or(std::string(text_field(header, 157, 100)));
    const auto refuse = [&](std::string_view why) { return entries_.refuse_entry(ErrorKind::bad_input, name, why); };
    switch (type) {
      case '0':
      case '\0':
      case '7': {
        // Before 1988 a folder was a file whose name ends with "/".
        if (name.ends_with('/') && data.empty()) return entries_.add_folder(name);
        if (auto fits = entries_.reserve(name, data.size()); !fits) return fits;
        const auto mode = number_field(header, 100, 8);
        if (!mode) return refuse("its mode is no number");
        return entries_.add_file(name, std::string(data), (*mode & 0100) != 0);
      }
      case '5':
        return told == 0 && !extended.size ? entries_.add_folder(name) : refuse("it is a folder with content");
      case '2':
        return told == 0 && !extended.size ? entries_.add_link(name, link) : refuse("it is a link with content");
      case '1':
        return refuse(
            format("it is a hard link to {}, a second name for a file that may be anywhere", visible(link, 200)));
      case '3':
      case '4':
      case '6':
        return refuse("it is a device or a pipe");
      case 'S':
        return refuse("it is a sparse file, which no skill needs");
      default:
        return refuse(format("it is of a kind (\"{}\") that is not known here", visible(std::string_view(&type, 1))));
    }
  }

  std::string_view bytes_;
  ArchiveEntries& entries_;
  std::size_t at_ = 0;
  std::size_t headers_ = 0;
  Extended next_;
};

}  // namespace

Result<void> read_tar(std::string_view bytes, ArchiveEntries& entries) { return TarReader(bytes, entries).run(); }

Result<void> read_tar_gz(std::string_view bytes, ArchiveEntries& entries) {
  // A tar file has up to 1,023 bytes beside the content of each entry.
  const std::uint64_t most = entries.most_unpacked(bytes.size()) + 1023 * entries.limits().max_entries / 2;
  std::string unpacked;
  switch (gunzip(bytes, most, unpacked)) {
    case Unpacked::ok:
      return read_tar(unpacked, entries);
    case Unpacked::too_large:
      return entries.refuse(ErrorKind::too_large,
                            format("it unpacks to more than {} bytes, or to more than {} times its own size: a bomb",
                                   grouped(entries.limits().max_total_bytes), entries.limits().max_ratio));
    case Unpacked::trailing:
      return entries.refuse(ErrorKind::bad_input, "bytes stand behind its gzip stream: hidden content, or damage");
    case Unpacked::cut_short:
      return entries.refuse(ErrorKind::bad_input, "its gzip stream is cut short");
    case Unpacked::damaged:
      break;
  }
  return entries.refuse(ErrorKind::bad_input, "its gzip stream is damaged");
}

}  // namespace skillstow
