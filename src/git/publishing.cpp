#include "git/publishing.h"

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "base/path.h"
#include "git/libgit2.h"
#include "git/repository.h"

namespace skillstow {

Result<std::optional<PublishingState>> publishing_state(const std::string& folder,
                                                        const std::vector<std::string>& paths) {
  if (!find_repository(folder)) return std::nullopt;  // the library need not be opened
  const Result<const Libgit2*> library = libgit2();
  if (!library) return tl::unexpected(library.error());
  const Libgit2& git = **library;
  git_repository* raw = nullptr;
  if (const int opened = git.git_repository_open_ext(&raw, folder.c_str(), 0, nullptr); opened < 0)
    return tl::unexpected(git_error(git, folder, "open the git repository", opened));
  const std::unique_ptr<git_repository, decltype(git.git_repository_free)> repository(raw, git.git_repository_free);
  const char* work = git.git_repository_workdir(raw);
  if (work == nullptr) return std::nullopt;
  PublishingState state;
  Result<std::string> root = real_path(work);
  if (!root) return tl::unexpected(root.error());
  state.root = std::move(*root);

  git_strarray tags{};
  if (const int listed = git.git_tag_list(&tags, raw); listed < 0)
    return tl::unexpected(git_error(git, folder, "list the tags of the repository", listed));
  for (std::size_t i = 0; i < tags.count; ++i) state.tags.emplace_back(tags.strings[i]);
  git.git_strarray_dispose(&tags);
  std::sort(state.tags.begin(), state.tags.end());

  const std::string way = relative_path(folder, state.root);
  for (const std::string& path : paths) {
    int ignored = 0;
    const std::string from_root = join_path(way == "." ? "" : way, path);
    if (git.git_ignore_path_is_ignored(&ignored, raw, from_root.c_str()) == 0 && ignored != 0)
      state.ignored.push_back(path);
  }
  return state;
}

}  // namespace skillstow
