#include "model/tree.h"

#include <algorithm>

#include "base/path.h"

namespace skillstow {

Walk walk_tree(const Tree& tree, std::string_view folder, const WalkLimits& limits) {
  struct Open {
    std::string path;  // from `folder`
    std::size_t depth;
  };
  Walk walk;
  std::vector<Open> open{{std::string{}, 0}};
  while (!open.empty()) {
    const Open next = std::move(open.back());
    open.pop_back();
    auto children = tree.children(join_path(folder, next.path));
    if (!children) {
      walk.errors.push_back(std::move(children.error()));
      continue;
    }
    for (TreeEntry& child : *children) {
      const std::string path = join_path(next.path, base_name(child.path));
      if (child.kind == EntryKind::folder) {
        if (limits.leave_out && limits.leave_out(path)) continue;
        if (next.depth + 1 < limits.max_depth) {
          open.push_back({path, next.depth + 1});
        } else {
          walk.complete = false;
        }
        continue;
      }
      if (walk.entries.size() == limits.max_entries) {
        walk.complete = false;
        open.clear();
        break;
      }
      child.path = path;
      walk.entries.push_back(std::move(child));
    }
  }
  std::sort(walk.entries.begin(), walk.entries.end(),
            [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
  return walk;
}

}  // namespace skillstow
