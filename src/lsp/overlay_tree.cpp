#include "lsp/overlay_tree.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"

namespace skillstow {

const std::string* OverlayTree::document(std::string_view path) const {
  const auto found = documents_.find(join_path(disk_.root(), path));
  return found == documents_.end() ? nullptr : &found->second;
}

Result<std::vector<TreeEntry>> OverlayTree::children(std::string_view folder) const {
  auto entries = disk_.children(folder);
  if (!entries) return entries;
  const std::string parent = folder.empty() ? disk_.root() : join_path(disk_.root(), folder);
  for (auto open = documents_.lower_bound(parent + "/"); open != documents_.end(); ++open) {
    if (open->first.compare(0, parent.size() + 1, parent + "/") != 0) break;
    if (parent_path(open->first) != parent) continue;
    const std::string path = join_path(folder, base_name(open->first));
    const auto at = std::lower_bound(entries->begin(), entries->end(), path,
                                     [](const TreeEntry& entry, const std::string& one) { return entry.path < one; });
    if (at != entries->end() && at->path == path) {
      if (at->kind == EntryKind::file) at->size = open->second.size();
      continue;
    }
    TreeEntry entry;
    entry.path = path;
    entry.size = open->second.size();
    entries->insert(at, std::move(entry));
  }
  return entries;
}

Result<std::string> OverlayTree::read(std::string_view path, std::uint64_t max_bytes) const {
  const std::string* open = document(path);
  if (open == nullptr) return disk_.read(path, max_bytes);
  if (open->size() <= max_bytes) return *open;
  return failure(ErrorKind::too_large, std::string(path), format("it is larger than {} bytes", max_bytes));
}

Result<std::string> OverlayTree::read_start(std::string_view path, std::uint64_t bytes) const {
  const std::string* open = document(path);
  if (open == nullptr) return disk_.read_start(path, bytes);
  return open->substr(0, bytes);
}

Result<std::string> OverlayTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  return document(link) == nullptr ? disk_.read_through(link, max_bytes) : read(link, max_bytes);
}

}  // namespace skillstow
