#include "fetch/git_cache.h"

#include <cerrno>

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_temporary = "tmp-";
constexpr std::uint64_t k_max_list = 64u << 20;

// Held while a folder is being filled; the system lets go of it when the process ends, however it ends.
class FolderLock {
 public:
  explicit FolderLock(const std::string& file)
      : fd_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    held_ = fd_ >= 0 && ::flock(fd_, LOCK_EX | LOCK_NB) == 0;
  }
  ~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  bool held() const { return held_; }

 private:
  int fd_;
  bool held_ = false;
};

}  // namespace

GitCache::GitCache(const std::string& cache, const std::string& address)
    : folder_(cache.empty() ? "" : join_path(join_path(cache, "git"), sha256_hex(address))) {}

std::optional<std::string> GitCache::find(const std::string& commit) const {
  if (folder_.empty() || !is_commit_id(commit)) return std::nullopt;
  std::string folder = join_path(folder_, commit);
  if (status_of(folder).kind != FileKind::folder) return std::nullopt;
  return folder;
}

std::optional<RefList> GitCache::refs() const {
  if (folder_.empty()) return std::nullopt;
  const auto text = read_file(join_path(folder_, "refs"), k_max_list);
  auto list = text ? parse_refs(*text) : tl::unexpected(text.error());
  if (!list) return std::nullopt;
  const std::string fetched = read_file(join_path(folder_, "fetched"), k_max_list).value_or("");
  for (const std::string_view line : split_lines(fetched)) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string_view name = line.substr(blank + 1);
    if (name == list->head) list->head_commit = line.substr(0, blank);
    for (Ref& ref : list->refs) {
      if (ref.name == name) ref.commit = line.substr(0, blank);
    }
  }
  return *list;
}

void GitCache::remove_leftovers() const {
  const auto entries = read_folder(folder_);
  if (!entries) return;
  for (const FolderEntry& entry : *entries) {
    if (entry.name.substr(0, k_temporary.size()) != k_temporary || !entry.name.ends_with(".lock")) continue;
    const std::string lock = join_path(folder_, entry.name);
    const FolderLock unused(lock);
    if (!unused.held()) continue;  // somebody is at it
    (void)remove_tree(lock.substr(0, lock.size() - 5));
    ::unlink(lock.c_str());
  }
}

Result<GitCache::Stored> GitCache::store(const std::function<Result<std::string>(const std::string& folder)>& fetch) {
  if (folder_.empty()) {
    return failure(ErrorKind::usage, "",
                   "there is no place for what is fetched: neither HOME nor XDG_CACHE_HOME is set",
                   "set one of them to a folder");
  }
  if (auto made = create_folders(folder_); !made) {
    made.error().message = format("the cache cannot be written: {}", made.error().message);
    return tl::unexpected(made.error());
  }
  remove_leftovers();
  const std::string staging = join_path(folder_, format("{}{}", k_temporary, ::getpid()));
  const FolderLock lock(staging + ".lock");
  if (!lock.held()) return failure(ErrorKind::permission, folder_, "the cache cannot be written");
  const auto give_up = [&](const Error& error) {
    (void)remove_tree(staging);
    ::unlink((staging + ".lock").c_str());
    return tl::unexpected(error);
  };
  auto commit = fetch(staging);
  if (!commit) return give_up(commit.error());
  const std::string folder = join_path(folder_, *commit);
  if (auto done = sync_folder(staging); !done) return give_up(done.error());
  if (::rename(staging.c_str(), folder.c_str()) != 0) {
    // Another run was faster: what it has is the same.
    const int reason = errno;
    if (status_of(folder).kind != FileKind::folder)
      return give_up(system_error(reason, folder, "keep it in the cache"));
    (void)remove_tree(staging);
  }
  (void)sync_folder(folder_);
  ::unlink((staging + ".lock").c_str());
  return Stored{folder, *commit};
}

void GitCache::remember(const std::string& list, const std::string& ref, const std::string& commit) {
  if (folder_.empty() || status_of(folder_).kind != FileKind::folder) return;
  if (!list.empty()) (void)write_file_atomically(join_path(folder_, "refs"), list);
  if (ref.empty()) return;
  const std::string file = join_path(folder_, "fetched");
  std::string lines = format("{} {}\n", commit, ref);
  const std::string before = read_file(file, k_max_list).value_or("");
  for (const std::string_view line : split_lines(before)) {
    if (line.size() > 41 && line.substr(line.find(' ') + 1) != ref) lines += format("{}\n", line);
  }
  (void)write_file_atomically(file, lines);
}

}  // namespace skillstow
