#include "install/disk.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <set>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/path.h"

namespace skillstow {
namespace {

tl::unexpected<Error> system_failure(const std::string& path, std::string_view doing) {
  return tl::unexpected(system_error(errno, path, doing));
}

// renameat2 by number: older C libraries have no name for it.
int rename_with(const std::string& from, const std::string& to, unsigned flags) {
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags));
}

bool unsupported(int error_number) {
  return error_number == EINVAL || error_number == ENOSYS || error_number == ENOTSUP;
}

}  // namespace

Result<void> Disk::make_folder(const std::string& path, std::uint32_t mode) {
  if (::mkdir(path.c_str(), static_cast<mode_t>(mode)) != 0) return system_failure(path, "create");
  if (::chmod(path.c_str(), static_cast<mode_t>(mode)) != 0) {
    const auto failed = system_failure(path, "set the mode of");
    ::rmdir(path.c_str());
    return failed;
  }
  return {};
}

Result<void> Disk::write_file(const std::string& path, std::string_view bytes, std::uint32_t mode) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return system_failure(path, "create");
  Result<void> done;
  while (done && !bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      done = system_failure(path, "write");
    }
  }
  if (done && ::fchmod(fd, static_cast<mode_t>(mode)) != 0) done = system_failure(path, "set the mode of");
  if (::close(fd) != 0 && done) done = system_failure(path, "write");
  if (!done) ::unlink(path.c_str());
  return done;
}

Result<void> Disk::make_link(const std::string& path, const std::string& target) {
  if (::symlink(target.c_str(), path.c_str()) != 0) return system_failure(path, "create");
  return {};
}

Result<void> Disk::share_file(const std::string& from, const std::string& to) {
  if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0) return {};
  if (errno != EPERM && errno != EOPNOTSUPP && errno != EXDEV && errno != EMLINK) return system_failure(to, "create");
  const FileStatus status = status_of(from);
  if (status.kind == FileKind::link) {
    const auto target = read_link(from);
    return target ? Disk::make_link(to, *target) : tl::unexpected(target.error());
  }
  const auto bytes = read_file(from, UINT64_MAX - 1);
  if (!bytes) return tl::unexpected(bytes.error());
  return Disk::write_file(to, *bytes, status.mode);
}

Result<void> Disk::move(const std::string& from, const std::string& to) {
  if (rename_with(from, to, RENAME_NOREPLACE) == 0) return {};
  if (!unsupported(errno)) return system_failure(to, "create");
  if (status_of(to).kind != FileKind::missing) {
    errno = EEXIST;
    return system_failure(to, "create");
  }
  if (::rename(from.c_str(), to.c_str()) != 0) return system_failure(to, "create");
  return {};
}

Result<void> Disk::replace_file(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return system_failure(to, "replace");
  return {};
}

Result<bool> Disk::exchange(const std::string& a, const std::string& b) {
  if (rename_with(a, b, RENAME_EXCHANGE) == 0) return true;
  if (unsupported(errno)) return false;
  return system_failure(b, "replace");
}

Result<void> Disk::remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return system_failure(path, "remove");
  return {};
}

Result<void> Disk::remove_folder(const std::string& path) {
  if (::rmdir(path.c_str()) != 0 && errno != ENOENT) return system_failure(path, "remove");
  return {};
}

Result<void> Disk::make_writable(const std::string& folder) {
  if (::chmod(folder.c_str(), 0700) != 0) return system_failure(folder, "set the mode of");
  return {};
}

namespace {

// From here on a flush of the whole file system costs less than one of each file: 1,000 skills are 3,000 waits for the
// disk, of some milliseconds each.
constexpr std::size_t k_many = 64;

// Flushes every file system that the paths are on, once. false: this system cannot, or it failed.
bool sync_file_systems(const std::vector<std::string>& paths) {
  std::set<std::uint64_t> done;
  for (const std::string& path : paths) {
    const FileStatus status = status_of(path);
    if (status.kind != FileKind::regular && status.kind != FileKind::folder) continue;
    if (!done.insert(status.device).second) continue;
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    const bool flushed = fd >= 0 && ::syncfs(fd) == 0;
    if (fd >= 0) ::close(fd);
    if (!flushed) return false;
  }
  return true;
}

}  // namespace

Result<void> Disk::sync(const std::vector<std::string>& paths) {
  if (paths.size() >= k_many && sync_file_systems(paths)) return {};
  // All are opened for writing back before the first is waited for, so that the disk gets one batch.
  for (const std::string& path : paths) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) continue;
    ::sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
    ::close(fd);
  }
  for (const std::string& path : paths) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
      if (errno == ENOENT || errno == ELOOP) continue;  // gone, or a link: its folder carries it
      return system_failure(path, "flush");
    }
    const int result = ::fsync(fd);
    const int error_number = errno;
    ::close(fd);
    if (result != 0 && !unsupported(error_number)) {
      return tl::unexpected(system_error(error_number, path, "write"));
    }
  }
  return {};
}

Result<std::vector<std::string>> make_folders(Disk& disk, const std::string& path) {
  std::vector<std::string> missing;
  for (std::string at = path; !at.empty() && status_behind(at).kind == FileKind::missing; at = parent_path(at)) {
    missing.push_back(at);
  }
  std::reverse(missing.begin(), missing.end());
  std::vector<std::string> made;
  for (const std::string& folder : missing) {
    if (auto done = disk.make_folder(folder); !done) {
      if (done.error().kind == ErrorKind::exists && status_behind(folder).kind == FileKind::folder) continue;
      for (auto at = made.rbegin(); at != made.rend(); ++at) (void)disk.remove_folder(*at);
      return tl::unexpected(done.error());
    }
    made.push_back(folder);
  }
  return made;
}

Result<void> remove_all(Disk& disk, const std::string& path) {
  // Folders are taken apart from the top; `open` holds those that wait for being empty.
  std::vector<std::string> open{path};
  std::vector<std::string> emptied;
  while (!open.empty()) {
    const std::string at = std::move(open.back());
    open.pop_back();
    const FileStatus status = status_of(at);
    if (status.kind == FileKind::missing) continue;
    if (status.kind != FileKind::folder) {
      if (auto done = disk.remove_file(at); !done) return done;
      continue;
    }
    if ((status.mode & 0700) != 0700) (void)disk.make_writable(at);
    auto entries = read_folder(at);
    if (!entries) return tl::unexpected(entries.error());
    for (const FolderEntry& entry : *entries) {
      if (entry.kind == FileKind::folder) {
        open.push_back(join_path(at, entry.name));
      } else if (auto done = disk.remove_file(join_path(at, entry.name)); !done) {
        return done;
      }
    }
    emptied.push_back(at);
  }
  for (auto at = emptied.rbegin(); at != emptied.rend(); ++at) {
    if (auto done = disk.remove_folder(*at); !done) return done;
  }
  return {};
}

Result<void> put_file(Disk& disk, const std::string& path, std::string_view bytes, Flush flush, std::uint32_t mode) {
  const std::string next = path + ".new";
  if (auto done = disk.remove_file(next); !done) return done;  // of a run that was broken off
  auto done = disk.write_file(next, bytes, mode);
  if (done && flush == Flush::yes) done = disk.sync({next});
  if (done) done = disk.replace_file(next, path);
  // It is in place now. If flushing the folder fails, only a power cut could bring the old one back, so that is no
  // failure to go back for.
  if (done && flush == Flush::yes) (void)disk.sync({std::string(parent_path(path))});
  if (!done) {
    (void)disk.remove_file(next);
    done.error().path = path;
  }
  return done;
}

}  // namespace skillstow
