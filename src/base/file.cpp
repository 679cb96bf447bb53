#include "base/file.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/draft_file.h"
#include "base/format.h"
#include "base/path.h"

namespace skillstow {
namespace {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return fd_; }
  bool ok() const { return fd_ >= 0; }

  // Gives false if the system reports a late write error.
  bool close() {
    if (fd_ < 0) return true;
    const int result = ::close(fd_);
    fd_ = -1;
    return result == 0;
  }

 private:
  int fd_;
};

FileKind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return FileKind::regular;
  if (S_ISDIR(mode)) return FileKind::folder;
  if (S_ISLNK(mode)) return FileKind::link;
  return FileKind::other;
}

FileStatus status_from(const struct stat& info) {
  return {kind_of(info.st_mode), static_cast<std::uint64_t>(info.st_size),
          static_cast<std::uint32_t>(info.st_mode & 07777), static_cast<std::uint64_t>(info.st_dev),
          static_cast<std::uint64_t>(info.st_ino)};
}

std::string_view kind_in_words(mode_t mode) {
  if (S_ISDIR(mode)) return "it is a folder";
  if (S_ISLNK(mode)) return "it is a link";
  if (S_ISFIFO(mode)) return "it is a FIFO";
  if (S_ISSOCK(mode)) return "it is a socket";
  return "it is a device";
}

Result<void> write_all(int fd, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return tl::unexpected(system_error(errno, path, "write"));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

enum class Flush { no, yes };

Result<void> create_and_write(const std::string& path, std::string_view bytes, std::uint32_t mode,
                              Flush flush = Flush::yes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.ok()) return tl::unexpected(system_error(errno, path, "create"));
  Result<void> done = write_all(file.get(), bytes, path);
  // fchmod, since the mode given to open() is cut by the umask.
  if (done && ::fchmod(file.get(), static_cast<mode_t>(mode)) != 0)
    done = tl::unexpected(system_error(errno, path, "set the mode of"));
  if (done && flush == Flush::yes && ::fsync(file.get()) != 0)
    done = tl::unexpected(system_error(errno, path, "write"));
  if (!file.close() && done) done = tl::unexpected(system_error(errno, path, "write"));
  if (!done) ::unlink(path.c_str());
  return done;
}

}  // namespace

std::string system_reason(int error_number) {
  switch (error_number) {
    case ENOENT:
      return "there is no such file or folder";
    case EACCES:
    case EPERM:
      return "permission denied";
    case EROFS:
      return "the file system is read-only";
    case ENOSPC:
      return "no space left on the device";
    case EDQUOT:
      return "the disk quota is used up";
    case EEXIST:
      return "something of that name exists already";
    case ENOTDIR:
      return "a part of the path is not a folder";
    case EISDIR:
      return "it is a folder";
    case ELOOP:
      return "too many links, or a link that leads in a circle";
    case ENAMETOOLONG:
      return "the name is too long";
    case ENOTEMPTY:
      return "the folder is not empty";
    case EXDEV:
      return "it is on another file system";
    case EMFILE:
    case ENFILE:
      return "too many files are open";
    default:
      return std::strerror(error_number);
  }
}

namespace {

std::string_view system_help(int error_number) {
  switch (error_number) {
    case EACCES:
    case EPERM:
      return "give yourself the right to it, or choose another place";
    case EROFS:
      return "choose a place that can be written to";
    case ENOSPC:
    case EDQUOT:
      return "make room, then try again";
    case EISDIR:
      return "move the folder away";
    default:
      return {};
  }
}

}  // namespace

Error system_error(int error_number, std::string path, std::string_view doing) {
  ErrorKind kind = ErrorKind::other;
  if (error_number == ENOENT || error_number == ENOTDIR) kind = ErrorKind::not_found;
  if (error_number == EACCES || error_number == EPERM || error_number == EROFS) kind = ErrorKind::permission;
  if (error_number == EEXIST) kind = ErrorKind::exists;
  return {kind, std::move(path), format("cannot {} it: {}", doing, system_reason(error_number)),
          std::string(system_help(error_number))};
}

FileStatus status_of(const std::string& path) {
  struct stat info {};
  return ::lstat(path.c_str(), &info) == 0 ? status_from(info) : FileStatus{};
}

FileStatus status_behind(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 ? status_from(info) : FileStatus{};
}

Result<std::vector<FolderEntry>> read_folder(const std::string& path) {
  DIR* folder = ::opendir(path.c_str());
  if (!folder) return tl::unexpected(system_error(errno, path, "read"));
  std::vector<FolderEntry> entries;
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(folder);
    if (!entry) break;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    FileKind kind = FileKind::other;
    switch (entry->d_type) {
      case DT_REG:
        kind = FileKind::regular;
        break;
      case DT_DIR:
        kind = FileKind::folder;
        break;
      case DT_LNK:
        kind = FileKind::link;
        break;
      case DT_UNKNOWN:  // some file systems do not tell
        kind = status_of(join_path(path, name)).kind;
        break;
      default:
        break;
    }
    entries.push_back({std::string(name), kind});
  }
  const int error_number = errno;
  ::closedir(folder);
  if (error_number != 0) return tl::unexpected(system_error(error_number, path, "read"));
  std::sort(entries.begin(), entries.end(), [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
  return entries;
}

namespace {

// Opens for reading only what is a regular file. O_NONBLOCK so that a FIFO without a writer does not hold us; what was
// opened is looked at before it is read.
Result<int> open_regular(const std::string& path, Follow follow, struct stat& info) {
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow == Follow::no ? O_NOFOLLOW : 0);
  const int fd = ::open(path.c_str(), flags);
  if (fd < 0) {
    if (errno == ELOOP && follow == Follow::no) {
      return failure(ErrorKind::not_regular, path, "cannot read it: it is a link");
    }
    return tl::unexpected(system_error(errno, path, "read"));
  }
  if (::fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) return fd;
  ::close(fd);
  return failure(ErrorKind::not_regular, path, format("cannot read it: {}", kind_in_words(info.st_mode)));
}

// Reads until `bytes` is full or the file ends; gives how many bytes there were.
Result<std::size_t> fill(int fd, std::string& bytes, std::size_t filled, const std::string& path) {
  while (filled < bytes.size()) {
    const ssize_t got = ::read(fd, bytes.data() + filled, bytes.size() - filled);
    if (got == 0) break;
    if (got < 0 && errno != EINTR) return tl::unexpected(system_error(errno, path, "read"));
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return filled;
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::uint64_t max_bytes, Follow follow) {
  struct stat info {};
  const Result<int> opened = open_regular(path, follow, info);
  if (!opened) return tl::unexpected(opened.error());
  const Descriptor file(*opened);
  const auto size = static_cast<std::uint64_t>(info.st_size);
  std::string bytes;
  std::size_t filled = 0;
  // One byte more than the size that was told shows whether there is more: a file that grows meanwhile, or one in
  // /proc.
  for (std::uint64_t room = size + 1; size <= max_bytes; room = filled + 65536) {
    bytes.resize(static_cast<std::size_t>(std::min(room, max_bytes + 1)));
    const Result<std::size_t> got = fill(file.get(), bytes, filled, path);
    if (!got) return tl::unexpected(got.error());
    filled = *got;
    if (filled > max_bytes) break;
    if (filled == bytes.size()) continue;
    bytes.resize(filled);
    return bytes;
  }
  return failure(ErrorKind::too_large, path,
                 format("it has more than {} bytes, the most that is read here", max_bytes));
}

Result<std::string> read_file_start(const std::string& path, std::uint64_t bytes) {
  struct stat info {};
  const Result<int> opened = open_regular(path, Follow::no, info);
  if (!opened) return tl::unexpected(opened.error());
  const Descriptor file(*opened);
  std::string start(static_cast<std::size_t>(bytes), '\0');
  const Result<std::size_t> got = fill(file.get(), start, 0, path);
  if (!got) return tl::unexpected(got.error());
  start.resize(*got);
  return start;
}

Result<std::string> read_link(const std::string& path) {
  std::string target(PATH_MAX, '\0');
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length < 0) return tl::unexpected(system_error(errno, path, "read"));
  target.resize(static_cast<std::size_t>(length));
  return target;
}

Result<std::string> real_path(const std::string& path) {
  char* resolved = ::realpath(path.c_str(), nullptr);
  if (!resolved) return tl::unexpected(system_error(errno, path, "find"));
  std::string real = resolved;
  std::free(resolved);
  return real;
}

Result<void> create_file(const std::string& path, std::string_view bytes, std::uint32_t mode) {
  return create_and_write(path, bytes, mode);
}

Result<void> write_file_atomically(const std::string& path, std::string_view bytes, std::uint32_t mode) {
  std::string temporary;
  Result<void> done;
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary = format("{}.skillstow-{}-{}", path, ::getpid(), attempt);
    done = create_and_write(temporary, bytes, mode);
    if (done || done.error().kind != ErrorKind::exists) break;
  }
  if (!done) {
    done.error().path = path;
    return done;
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    const int error_number = errno;
    ::unlink(temporary.c_str());
    return tl::unexpected(system_error(error_number, path, "replace"));
  }
  const std::string folder(parent_path(path));
  return sync_folder(folder.empty() ? "." : folder);
}

Result<std::vector<std::string>> create_folders(const std::string& path) {
  std::vector<std::string> missing;
  for (std::string at = path; !at.empty() && status_behind(at).kind == FileKind::missing; at = parent_path(at)) {
    missing.push_back(at);
  }
  std::reverse(missing.begin(), missing.end());
  std::vector<std::string> made;
  for (const std::string& folder : missing) {
    if (::mkdir(folder.c_str(), 0755) == 0) {
      made.push_back(folder);
    } else if (errno != EEXIST || status_behind(folder).kind != FileKind::folder) {
      return tl::unexpected(system_error(errno, folder, "create"));
    }
  }
  if (!path.empty() && status_behind(path).kind != FileKind::folder) {
    return failure(ErrorKind::not_regular, path, "a folder is needed here, and something else is there");
  }
  return made;
}

Result<void> remove_tree(const std::string& path) {
  // Depth first with a stack of our own: a tree can be deeper than the call stack.
  struct Level {
    std::string path;
    std::vector<FolderEntry> entries;
  };
  const FileStatus status = status_of(path);
  if (status.kind == FileKind::missing) return {};
  if (status.kind != FileKind::folder) {
    if (::unlink(path.c_str()) != 0) return tl::unexpected(system_error(errno, path, "remove"));
    return {};
  }
  std::vector<Level> levels;
  const auto enter = [&levels](std::string folder) -> Result<void> {
    auto entries = read_folder(folder);
    if (!entries) return tl::unexpected(entries.error());
    levels.push_back({std::move(folder), std::move(*entries)});
    return {};
  };
  if (auto entered = enter(path); !entered) return entered;
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.entries.empty()) {
      if (::rmdir(level.path.c_str()) != 0) return tl::unexpected(system_error(errno, level.path, "remove"));
      levels.pop_back();
      continue;
    }
    const FolderEntry entry = std::move(level.entries.back());
    level.entries.pop_back();
    std::string child = join_path(level.path, entry.name);
    if (entry.kind == FileKind::folder) {
      if (auto entered = enter(std::move(child)); !entered) return entered;
    } else if (::unlink(child.c_str()) != 0) {
      return tl::unexpected(system_error(errno, child, "remove"));
    }
  }
  return {};
}

Result<void> sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.ok()) return tl::unexpected(system_error(errno, path, "write"));
  // Some file systems cannot flush a folder and say so; that is no failure of ours.
  if (::fsync(folder.get()) != 0 && errno != EINVAL && errno != ENOTSUP) {
    return tl::unexpected(system_error(errno, path, "write"));
  }
  return {};
}

Result<void> create_draft(const std::string& path, std::string_view bytes) {
  return create_and_write(path, bytes, 0644, Flush::no);
}

Result<void> move_over(const std::string& from, const std::string& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return tl::unexpected(system_error(errno, to, "replace"));
  return {};
}

Result<void> remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return tl::unexpected(system_error(errno, path, "remove"));
  return {};
}

void remove_if_empty(const std::string& folder) { ::rmdir(folder.c_str()); }

}  // namespace skillstow
