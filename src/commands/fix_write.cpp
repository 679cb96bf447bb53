#include "commands/fix_write.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "install/disk.h"

namespace skillstow {
namespace {

std::string folder_of(const std::string& path) {
  const std::string_view parent = parent_path(path);
  return parent.empty() ? "." : std::string(parent);
}

// Whether the file is still the one that was read.
Result<void> check_unchanged(const std::string& path, const std::string& before) {
  const Result<std::string> now = read_file(path, before.size());
  if (!now && now.error().kind != ErrorKind::too_large) return tl::unexpected(now.error());
  if (now && *now == before) return {};
  return failure(ErrorKind::exists, path,
                 "it was changed while it was being fixed, and is left as it is; run fix again");
}

Result<void> write_text(const std::string& path, const FileChange& change, std::uint32_t mode) {
  std::string temporary;
  Result<void> done;
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary = format("{}.skillstow-{}-{}", path, ::getpid(), attempt);
    done = create_file(temporary, change.after, mode);
    if (done || done.error().kind != ErrorKind::exists) break;
  }
  if (!done) return done;
  // As late as can be, so that nobody's work is written over.
  done = check_unchanged(path, change.before);
  Disk disk;
  if (done) done = disk.replace_file(temporary, path);
  if (done) return sync_folder(folder_of(path));
  ::unlink(temporary.c_str());
  return done;
}

// Of the file itself, never of one behind a link.
Result<void> set_mode(const std::string& path, std::uint32_t mode) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  const bool done = fd >= 0 && ::fchmod(fd, static_cast<mode_t>(mode)) == 0;
  const int error_number = errno;
  if (fd >= 0) ::close(fd);
  return done ? Result<void>{} : tl::unexpected(system_error(error_number, path, "set the mode of"));
}

bool has_entry(const std::string& path) {
  const auto entries = read_folder(folder_of(path));
  return entries && std::any_of(entries->begin(), entries->end(),
                                [&](const FolderEntry& entry) { return entry.name == base_name(path); });
}

// On a disk that does not tell letter case apart, the new name leads to the file already.
bool is_same_file(const std::string& from, const std::string& to) {
  const FileStatus a = status_of(from);
  const FileStatus b = status_of(to);
  return b.kind != FileKind::missing && a.device == b.device && a.inode == b.inode && !has_entry(to);
}

Result<void> rename_file(const std::string& from, const std::string& to) {
  Disk disk;
  Result<void> done;
  if (is_same_file(from, to)) {
    // Not in one step, which some file systems take for no change at all.
    const std::string between = format("{}.skillstow-{}", from, ::getpid());
    done = disk.move(from, between);
    if (!done) return done;
    done = disk.move(between, to);
    if (!done) {
      const Result<void> back = disk.move(between, from);
      if (!back) done.error().message += format("; it is called {} now", base_name(between));
      return done;
    }
  } else {
    done = disk.move(from, to);
    if (!done) return done;
  }
  return sync_folder(folder_of(to));
}

}  // namespace

Result<void> write_change(const std::string& folder, const FileChange& change) {
  const std::string path = join_path(folder, change.file);
  const FileStatus status = status_of(path);
  if (status.kind != FileKind::regular)
    return failure(ErrorKind::not_regular, path, "it is no regular file any more, and is left as it is");
  // Who may read it may run it, as chmod +x has it.
  const std::uint32_t mode = change.executable ? status.mode | ((status.mode & 0444u) >> 2u) : status.mode;
  if (change.edits()) {
    if (Result<void> done = write_text(path, change, mode); !done) return done;
  } else if (mode != status.mode) {
    if (Result<void> done = set_mode(path, mode); !done) return done;
  }
  return change.renames() ? rename_file(path, join_path(folder, change.new_file)) : Result<void>{};
}

}  // namespace skillstow
