#include "git/git_tree.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "git/libgit2.h"

namespace skillstow {
namespace {

// git's file modes ("git help fast-import", Commands, filemodify).
constexpr unsigned k_folder = 0040000;
constexpr unsigned k_executable = 0100755;
constexpr unsigned k_link = 0120000;
constexpr unsigned k_submodule = 0160000;

constexpr std::uint64_t k_max_link_bytes = 4096;
constexpr int k_max_links = 16;  // followed one after the other; more lead in a circle

template <class T>
using Handle = std::unique_ptr<T, void (*)(T*)>;

// Names that would lead out of their folder, or into git's own one, on some disk.
bool is_way(std::string_view name) {
  return name.empty() || name == "." || name == ".." || name.find('/') != std::string_view::npos ||
         equals_ignoring_case(name, ".git");
}

}  // namespace

// The library's objects belong to one thread at a time, so every call holds the mutex.
struct GitTree::State {
  explicit State(const Libgit2& library) : git(library) {}

  const Libgit2& git;
  std::string path;  // of the repository, for messages
  Handle<git_repository> repository{nullptr, nullptr};
  Handle<git_odb> odb{nullptr, nullptr};
  Handle<git_tree> root{nullptr, nullptr};
  std::mutex mutex;

  Error error(std::string_view at, std::string_view doing, int code) const {
    return git_error(git, join_path(path, at), doing, code);
  }

  Result<Handle<git_object>> peeled(const std::string& revision) const {
    git_object* raw = nullptr;
    int code = git.git_revparse_single(&raw, repository.get(), revision.c_str());
    if (code == GIT_ENOTFOUND && revision == "HEAD") {
      return failure(ErrorKind::not_found, path, "the git repository has no commit yet", "commit something first");
    }
    if (code == GIT_ENOTFOUND || code == GIT_EINVALIDSPEC) {
      return failure(ErrorKind::ref_not_found, path,
                     format("there is no branch, tag or commit \"{}\" in it", visible(revision, 100)),
                     "git branch --all and git tag list what is there");
    }
    if (code < 0) return tl::unexpected(error({}, format("find the revision \"{}\"", visible(revision, 100)), code));
    const Handle<git_object> named(raw, git.git_object_free);
    git_object* commit = nullptr;
    code = git.git_object_peel(&commit, raw, GIT_OBJECT_COMMIT);
    if (code < 0) {
      return failure(ErrorKind::ref_not_found, path, format("\"{}\" in it is no commit", visible(revision, 100)));
    }
    return Handle<git_object>(commit, git.git_object_free);
  }

  // A name that is a branch and a tag is no name, unless both are one commit.
  Result<Handle<git_object>> commit_at(const std::string& revision) const {
    const auto branch = peeled("refs/heads/" + revision);
    const auto tag = peeled("refs/tags/" + revision);
    if (branch && tag && git.git_oid_equal(git.git_object_id(branch->get()), git.git_object_id(tag->get())) == 0) {
      return failure(
          ErrorKind::usage, path,
          format("\"{}\" is both a branch and a tag in it, and they are two commits", visible(revision, 100)),
          format("name one of them: refs/heads/{0} or refs/tags/{0}", visible(revision, 100)));
    }
    return peeled(revision);
  }

  struct Found {
    git_oid id{};
    unsigned mode = 0;
  };

  Result<Found> find(std::string_view at) const {
    git_tree_entry* raw = nullptr;
    const std::string name(at);
    const int code = git.git_tree_entry_bypath(&raw, root.get(), name.c_str());
    if (code < 0) return tl::unexpected(error(at, "find it in the repository", code));
    const Handle<git_tree_entry> entry(raw, git.git_tree_entry_free);
    return Found{*git.git_tree_entry_id(entry.get()),
                 static_cast<unsigned>(git.git_tree_entry_filemode_raw(entry.get()))};
  }

  Result<std::uint64_t> size_of(const git_oid& id, std::string_view at) const {
    std::size_t size = 0;
    git_object_t type{};
    const int code = git.git_odb_read_header(&size, &type, odb.get(), &id);
    if (code == GIT_ENOTFOUND) {
      return failure(ErrorKind::not_found, join_path(path, at),
                     "its content is missing: this repository is incomplete (a shallow or partial clone)",
                     "fetch the whole repository");
    }
    if (code < 0) return tl::unexpected(error(at, "read it from the repository", code));
    return size;
  }

  Result<std::string> blob(const Found& found, std::string_view at, std::uint64_t max_bytes) const {
    const Result<std::uint64_t> size = size_of(found.id, at);
    if (!size) return tl::unexpected(size.error());
    if (*size > max_bytes) {
      return failure(ErrorKind::too_large, join_path(path, at),
                     format("it has more than {} bytes, the most that is read here", max_bytes));
    }
    git_blob* raw = nullptr;
    const int code = git.git_blob_lookup(&raw, repository.get(), &found.id);
    if (code < 0) return tl::unexpected(error(at, "read it from the repository", code));
    const Handle<git_blob> owner(raw, git.git_blob_free);
    return std::string(static_cast<const char*>(git.git_blob_rawcontent(raw)),
                       static_cast<std::size_t>(git.git_blob_rawsize(raw)));
  }

  Result<std::string> regular(std::string_view at, std::uint64_t max_bytes) const {
    const Result<Found> found = find(at);
    if (!found) return tl::unexpected(found.error());
    if ((found->mode & 0170000) != 0100000) {
      return failure(ErrorKind::not_regular, join_path(path, at),
                     "cannot read it: it is a folder, a link or a submodule");
    }
    return blob(*found, at, max_bytes);
  }

  // Where a path ends after its links, inside the tree.
  Result<std::string> resolve(std::string_view at) const {
    std::string here = normal_path(at);
    for (int links = 0; links < k_max_links; ++links) {
      const Result<Found> found = find(here);
      if (!found) return tl::unexpected(found.error());
      if (found->mode != k_link) return here;
      const Result<std::string> target = blob(*found, here, k_max_link_bytes);
      if (!target) return tl::unexpected(target.error());
      const std::string next = normal_path(join_path(parent_path(here), *target));
      if (target->substr(0, 1) == "/" || next.substr(0, 2) == "..") {
        return failure(ErrorKind::outside, join_path(path, at),
                       format("the link leads out of the repository, to {}", visible(*target, 200)));
      }
      here = next;
    }
    return failure(ErrorKind::not_found, join_path(path, at), "the link leads in a circle");
  }
};

GitTree::GitTree(std::unique_ptr<State> state) : state_(std::move(state)) {}
GitTree::~GitTree() = default;

Result<std::unique_ptr<GitTree>> GitTree::open(const std::string& repository, const std::string& revision) {
  const Result<const Libgit2*> library = libgit2();
  if (!library) return tl::unexpected(library.error());
  const Libgit2& git = **library;
  auto state = std::make_unique<State>(git);
  state->path = repository;

  git_repository* raw_repository = nullptr;
  int code = git.git_repository_open_ext(&raw_repository, repository.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr);
  if (code < 0) return tl::unexpected(state->error({}, "open it as a git repository", code));
  state->repository = {raw_repository, git.git_repository_free};

  git_odb* raw_odb = nullptr;
  code = git.git_repository_odb(&raw_odb, raw_repository);
  if (code < 0) return tl::unexpected(state->error({}, "read its objects", code));
  state->odb = {raw_odb, git.git_odb_free};

  const auto found = state->commit_at(revision);
  if (!found) return tl::unexpected(found.error());
  const Handle<git_object>& commit = *found;
  git_object* raw_tree = nullptr;
  code = git.git_object_peel(&raw_tree, commit.get(), GIT_OBJECT_TREE);
  if (code < 0) return tl::unexpected(state->error({}, "read the commit's tree", code));
  state->root = {reinterpret_cast<git_tree*>(raw_tree), git.git_tree_free};

  std::array<char, 65> hex{};  // room for SHA-256 too
  git.git_oid_tostr(hex.data(), hex.size(), git.git_object_id(commit.get()));
  std::unique_ptr<GitTree> tree(new GitTree(std::move(state)));
  tree->commit_ = hex.data();
  return tree;
}

Result<std::vector<TreeEntry>> GitTree::children(std::string_view folder) const {
  State& state = *state_;
  const Libgit2& git = state.git;
  const std::lock_guard lock(state.mutex);
  Handle<git_tree> below(nullptr, git.git_tree_free);
  const git_tree* tree = state.root.get();
  if (!folder.empty()) {
    const Result<State::Found> found = state.find(folder);
    if (!found) return tl::unexpected(found.error());
    if (found->mode != k_folder)
      return failure(ErrorKind::not_regular, join_path(state.path, folder), "it is no folder");
    git_tree* raw = nullptr;
    const int code = git.git_tree_lookup(&raw, state.repository.get(), &found->id);
    if (code < 0) return tl::unexpected(state.error(folder, "read it from the repository", code));
    below.reset(raw);
    tree = raw;
  }
  std::vector<TreeEntry> entries;
  const std::size_t count = git.git_tree_entrycount(tree);
  entries.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const git_tree_entry* raw = git.git_tree_entry_byindex(tree, i);
    TreeEntry entry;
    const std::string_view name = git.git_tree_entry_name(raw);
    if (is_way(name)) {
      return failure(
          ErrorKind::bad_file_name, join_path(state.path, folder),
          format("it holds an entry that is called \"{}\": a way to another place, which git itself never makes",
                 visible(name, 100)),
          "do not trust this repository");
    }
    entry.path = join_path(folder, name);
    const State::Found found{*git.git_tree_entry_id(raw), static_cast<unsigned>(git.git_tree_entry_filemode_raw(raw))};
    switch (found.mode) {
      case k_folder:
        entry.kind = EntryKind::folder;
        break;
      case k_submodule:
        entry.kind = EntryKind::submodule;
        break;
      case k_link:
        entry.kind = EntryKind::link;
        entry.link_target = state.blob(found, entry.path, k_max_link_bytes).value_or(std::string{});
        break;
      default:
        entry.executable = found.mode == k_executable;
        entry.size = state.size_of(found.id, entry.path).value_or(0);
    }
    entries.push_back(std::move(entry));
  }
  // git sorts folders as if their names ended with "/".
  std::sort(entries.begin(), entries.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
  return entries;
}

Result<std::string> GitTree::read(std::string_view path, std::uint64_t max_bytes) const {
  const std::lock_guard lock(state_->mutex);
  return state_->regular(path, max_bytes);
}

Result<std::string> GitTree::read_start(std::string_view path, std::uint64_t bytes) const {
  constexpr std::uint64_t k_most = 256u << 20;  // a blob is unpacked whole, also for its start
  Result<std::string> whole = read(path, k_most);
  if (whole && whole->size() > bytes) whole->resize(static_cast<std::size_t>(bytes));
  return whole;
}

Result<std::string> GitTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  const std::lock_guard lock(state_->mutex);
  const Result<std::string> target = state_->resolve(link);
  if (!target) return tl::unexpected(target.error());
  return state_->regular(*target, max_bytes);
}

bool GitTree::is_folder_behind(std::string_view path) const {
  const std::lock_guard lock(state_->mutex);
  if (path.empty()) return true;
  const Result<std::string> target = state_->resolve(path);
  if (!target) return false;
  const Result<State::Found> found = state_->find(*target);
  return found && found->mode == k_folder;
}

}  // namespace skillstow
