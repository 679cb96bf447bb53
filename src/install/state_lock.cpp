#include "install/state_lock.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/disk.h"

namespace skillstow {
namespace {

constexpr long k_pause_ms = 10;

void pause() {
  const timespec time{0, k_pause_ms * 1'000'000};
  ::nanosleep(&time, nullptr);
}

std::string holder(const std::string& path) {
  const auto text = read_file_start(path, 80);
  return text && !text->empty() ? visible(trim(*text), 80) : std::string("another run");
}

// The file may have been removed by the run that had it last, between our opening and our locking it.
bool is_still_there(int fd, const std::string& path) {
  struct stat mine {};
  struct stat there {};
  return ::fstat(fd, &mine) == 0 && ::stat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino &&
         mine.st_dev == there.st_dev;
}

void sign(int fd) {
  const std::string text = format("process {}\n", ::getpid());
  if (::ftruncate(fd, 0) == 0) (void)!::write(fd, text.data(), text.size());
}

// A project's own affairs are not for its repository. Not flushed, which is not worth a wait for the disk: where a
// power cut left it empty, the next run writes it again.
void keep_out_of_git(const Site& site) {
  if (site.scope != Scope::project) return;
  const std::string file = join_path(site.state, ".gitignore");
  if (const FileStatus there = status_of(file); there.kind == FileKind::regular && there.size == 0)
    ::unlink(file.c_str());
  (void)Disk().write_file(file, "*\n");
}

}  // namespace

Result<StateLock> StateLock::take(const Site& site, const std::function<void(std::string_view)>& tell, int seconds) {
  const std::string path = site.lock();
  for (long waited = 0;; waited += k_pause_ms) {
    if (auto made = create_folders(site.state); !made) return tl::unexpected(made.error());
    const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0) {
      if (errno == ENOENT) continue;  // the folder went away again
      return tl::unexpected(system_error(errno, path, "create"));
    }
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) {
      if (is_still_there(fd, path)) {
        sign(fd);
        keep_out_of_git(site);
        return StateLock(fd, path);
      }
    } else if (errno != EWOULDBLOCK && errno != EINTR) {
      const int error_number = errno;
      ::close(fd);
      return tl::unexpected(system_error(error_number, path, "lock"));
    }
    ::close(fd);
    if (waited == 1000) tell(format("waiting: {} is changing the skills of {}", holder(path), site.root));
    if (waited >= seconds * 1000L) {
      return failure(ErrorKind::other, path,
                     format("{} has been changing the skills of {} for {} seconds", holder(path), site.root, seconds),
                     "wait until it has ended, or end it, then try again");
    }
    pause();
  }
}

StateLock::~StateLock() {
  if (fd_ >= 0) ::close(fd_);
}

void StateLock::remove_if_last(const Site& site) {
  const auto entries = read_folder(site.state);
  if (!entries) return;
  for (const FolderEntry& entry : *entries) {
    if (entry.name != "lock" && entry.name != ".gitignore") return;
  }
  ::unlink(join_path(site.state, ".gitignore").c_str());
  ::unlink(path_.c_str());
  ::rmdir(site.state.c_str());
}

}  // namespace skillstow
