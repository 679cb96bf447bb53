#include "git/repository.h"

#include "base/file.h"
#include "base/path.h"
#include "git/git_tree.h"

namespace skillstow {

bool is_bare_repository(const std::string& folder) {
  return status_of(join_path(folder, "HEAD")).kind != FileKind::missing &&
         status_behind(join_path(folder, "objects")).kind == FileKind::folder &&
         status_behind(join_path(folder, "refs")).kind == FileKind::folder;
}

std::optional<RepositoryPlace> find_repository(const std::string& folder) {
  if (is_bare_repository(folder)) return RepositoryPlace{folder, ""};
  for (std::string up = folder;; up = parent_path(up)) {
    if (status_of(join_path(up, ".git")).kind != FileKind::missing) {
      const std::string way = relative_path(folder, up);
      return RepositoryPlace{up, way == "." ? "" : way};
    }
    if (up == "/" || up.empty()) return std::nullopt;
  }
}

bool holds_commit(const std::string& folder, const std::string& commit) {
  return GitTree::open(folder, commit).has_value();
}

}  // namespace skillstow
