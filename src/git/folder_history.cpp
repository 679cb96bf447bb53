#include "git/folder_history.h"

#include <array>
#include <memory>

#include "base/file.h"
#include "base/path.h"
#include "git/libgit2.h"

namespace skillstow {
namespace {

constexpr int k_max_commits = 20'000;

template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

bool in_repository(std::string folder) {
  for (;;) {
    if (status_of(join_path(folder, ".git")).kind != FileKind::missing) return true;
    if (folder == "/" || folder.empty()) return false;
    folder = parent_path(folder);
  }
}

class Reader {
 public:
  Reader(const Libgit2& git, std::string folder) : git_(git), folder_(std::move(folder)) {}

  Result<std::optional<FolderHistory>> run() {
    const Result<bool> found = open();
    if (!found) return tl::unexpected(found.error());
    if (!*found) return std::nullopt;
    FolderHistory history;
    history.path = path_;
    history.commit = hex_of(head_);
    history.remote = remote();
    const std::vector<FolderChange> last = changes(1);
    if (!last.empty()) history.changed = last.front().time;
    return history;
  }

  Result<std::vector<FolderChange>> changes_of(std::size_t most) {
    const Result<bool> found = open();
    if (!found) return tl::unexpected(found.error());
    return *found ? changes(most) : std::vector<FolderChange>();
  }

 private:
  // Whether there is a repository with a commit around the folder.
  Result<bool> open() {
    git_repository* raw = nullptr;
    const int opened = git_.git_repository_open_ext(&raw, folder_.c_str(), 0, nullptr);
    if (opened == GIT_ENOTFOUND) return false;
    if (opened < 0) return tl::unexpected(git_error(git_, folder_, "open the git repository", opened));
    repository_ = {raw, git_.git_repository_free};

    const char* root = git_.git_repository_workdir(raw);
    if (root == nullptr) return false;  // a bare repository has no folders on disk
    const Result<std::string> real_root = real_path(root);
    if (!real_root) return tl::unexpected(real_root.error());
    path_ = relative_path(folder_, *real_root);

    git_object* head = nullptr;
    const int found = git_.git_revparse_single(&head, raw, "HEAD^{commit}");
    if (found == GIT_ENOTFOUND) return false;
    if (found < 0) return tl::unexpected(git_error(git_, folder_, "read the commit of HEAD", found));
    const Handle<git_object> owner(head, git_.git_object_free);
    head_ = *git_.git_object_id(head);
    return true;
  }

  std::string hex_of(const git_oid& id) const {
    std::array<char, 65> hex{};  // room for SHA-256
    return git_.git_oid_tostr(hex.data(), hex.size(), &id);
  }

  std::string remote() const {
    git_strarray names{};
    if (git_.git_remote_list(&names, repository_.get()) < 0) return {};
    std::string name;
    for (std::size_t i = 0; i < names.count; ++i) {
      if (name.empty() || names.strings[i] == std::string_view("origin")) name = names.strings[i];
    }
    git_.git_strarray_dispose(&names);
    git_remote* raw = nullptr;
    if (name.empty() || git_.git_remote_lookup(&raw, repository_.get(), name.c_str()) < 0) return {};
    const Handle<git_remote> owner(raw, git_.git_remote_free);
    const char* url = git_.git_remote_url(raw);
    return url == nullptr ? std::string() : std::string(url);
  }

  Handle<git_commit> commit(const git_oid& id) const {
    git_commit* raw = nullptr;
    if (git_.git_commit_lookup(&raw, repository_.get(), &id) < 0) raw = nullptr;
    return {raw, git_.git_commit_free};
  }

  // The id of what stands at the path in a commit; nothing if nothing does.
  std::optional<git_oid> entry(const git_commit* at, const std::string& path) const {
    git_tree* raw = nullptr;
    if (git_.git_commit_tree(&raw, at) < 0) return std::nullopt;
    const Handle<git_tree> tree(raw, git_.git_tree_free);
    if (path == ".") return *git_.git_tree_id(raw);
    git_tree_entry* found = nullptr;
    if (git_.git_tree_entry_bypath(&found, raw, path.c_str()) < 0) return std::nullopt;
    const Handle<git_tree_entry> owner(found, git_.git_tree_entry_free);
    return *git_.git_tree_entry_id(found);
  }

  // Goes back to a parent that has the same content for as long as there is one: the commit that is left made it. Then
  // on to the first parent that has the folder at all.
  std::vector<FolderChange> changes(std::size_t most) const {
    std::vector<FolderChange> found;
    Handle<git_commit> at = commit(head_);
    std::optional<git_oid> content = at ? entry(at.get(), path_) : std::nullopt;
    for (int seen = 0; seen < k_max_commits && content && found.size() < most; ++seen) {
      Handle<git_commit> next{nullptr, git_.git_commit_free};
      std::optional<git_oid> other;
      bool same = false;
      const unsigned parents = git_.git_commit_parentcount(at.get());
      for (unsigned i = 0; i < parents && !same; ++i) {
        Handle<git_commit> parent = commit(*git_.git_commit_parent_id(at.get(), i));
        if (!parent) continue;  // beyond a shallow clone's end
        const std::optional<git_oid> before = entry(parent.get(), path_);
        same = before && git_.git_oid_equal(&*before, &*content) != 0;
        if (!same && (next || !before)) continue;
        next = std::move(parent);
        other = before;
      }
      if (!same) found.push_back({hex_of(*git_.git_commit_id(at.get())), git_.git_commit_time(at.get())});
      if (!next) break;
      content = other;
      at = std::move(next);
    }
    return found;
  }

  const Libgit2& git_;
  std::string folder_;
  std::string path_;  // of the folder in the repository
  git_oid head_{};
  Handle<git_repository> repository_{nullptr, nullptr};
};

}  // namespace

Result<std::optional<FolderHistory>> folder_history(const std::string& folder) {
  Result<std::string> real = real_path(folder);
  if (!real) return tl::unexpected(real.error());
  if (!in_repository(*real)) return std::nullopt;
  const Result<const Libgit2*> git = libgit2();
  if (!git) return tl::unexpected(git.error());
  return Reader(**git, std::move(*real)).run();
}

Result<std::vector<FolderChange>> folder_changes(const std::string& folder, std::size_t most) {
  Result<std::string> real = real_path(folder);
  if (!real) return tl::unexpected(real.error());
  if (!in_repository(*real)) return std::vector<FolderChange>();
  const Result<const Libgit2*> git = libgit2();
  if (!git) return tl::unexpected(git.error());
  return Reader(**git, std::move(*real)).changes_of(most);
}

}  // namespace skillstow
