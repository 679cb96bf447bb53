#include "archive/archive.h"

#include "archive/entries.h"
#include "archive/tar_reader.h"
#include "archive/zip_reader.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

bool is_zip(std::string_view bytes) { return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06"); }
bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1F\x8B"); }
bool is_tar(std::string_view bytes) { return bytes.size() >= 512 && bytes.substr(257, 5) == "ustar"; }

// What it is instead, for those who named the wrong file or renamed it.
std::string_view other_kind(std::string_view bytes) {
  if (bytes.empty()) return "it is empty";
  if (bytes.starts_with("Rar!")) return "it is a RAR archive";
  if (bytes.starts_with("7z\xBC\xAF")) return "it is a 7z archive";
  if (bytes.starts_with("BZh")) return "it is compressed with bzip2";
  if (bytes.starts_with("\xFD"
                        "7zXZ"))
    return "it is compressed with xz";
  if (bytes.starts_with("\x28\xB5\x2F\xFD")) return "it is compressed with zstd";
  if (bytes.starts_with("MZ") || bytes.starts_with("\x7F"
                                                   "ELF"))
    return "it is a program";
  if (bytes.starts_with("PK\x07\x08")) return "it is one part of a zip file in several parts";
  if (bytes.starts_with("<")) return "it looks like a web page: the download may have failed";
  return "its first bytes are of no archive that is read here";
}

}  // namespace

bool has_archive_name(std::string_view path) {
  const std::string name = to_lower(base_name(path));
  for (const std::string_view end : {".skill", ".zip", ".tar.gz", ".tgz", ".tar"}) {
    if (name.size() > end.size() && name.ends_with(end)) return true;
  }
  return false;
}

bool is_archive(std::string_view first_bytes) {
  return is_zip(first_bytes) || is_gzip(first_bytes) || is_tar(first_bytes);
}

Result<std::shared_ptr<const Tree>> open_archive(std::string_view bytes, const std::string& shown,
                                                 const ArchiveLimits& limits) {
  ArchiveEntries entries(shown, limits);
  if (bytes.size() > limits.max_archive_bytes) {
    return entries.refuse(ErrorKind::too_large, format("it has {} bytes, and at most {} are read here",
                                                       grouped(bytes.size()), grouped(limits.max_archive_bytes)));
  }
  Result<void> done;
  if (is_zip(bytes)) {
    done = read_zip(bytes, entries);
  } else if (is_gzip(bytes)) {
    done = read_tar_gz(bytes, entries);
  } else if (is_tar(bytes)) {
    done = read_tar(bytes, entries);
  } else {
    return entries.refuse(ErrorKind::bad_input, std::string(other_kind(bytes)),
                          "give a zip, .skill or .tar.gz file, or a folder");
  }
  if (!done) return tl::unexpected(done.error());
  return entries.take();
}

Result<std::shared_ptr<const Tree>> open_archive_file(const std::string& path, const ArchiveLimits& limits) {
  const Result<std::string> bytes = read_file(path, limits.max_archive_bytes, Follow::yes);
  if (!bytes) return tl::unexpected(bytes.error());
  return open_archive(*bytes, path, limits);
}

}  // namespace skillstow
