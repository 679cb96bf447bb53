#include "tree/memory_tree.h"

#include "base/format.h"
#include "base/path.h"

namespace skillstow {
void MemoryTree::add_file(std::string path, std::string bytes, bool executable) {
  const std::uint64_t size = bytes.size();
  add({{std::move(path), EntryKind::file, executable, size, {}}, std::move(bytes)});
}

void MemoryTree::add_folder(std::string path) { add({{std::move(path), EntryKind::folder, false, 0, {}}, {}}); }

void MemoryTree::add_link(std::string path, std::string target) {
  add({{std::move(path), EntryKind::link, false, 0, std::move(target)}, {}});
}

void MemoryTree::add(Node node) {
  std::string path = node.entry.path;
  const auto [at, added] = nodes_.emplace(path, std::move(node));
  static_cast<void>(at);
  while (added) {
    std::string folder(parent_path(path));
    folders_[folder].insert(path);
    if (folder.empty() || nodes_.find(folder) != nodes_.end()) return;
    nodes_.emplace(folder, Node{{folder, EntryKind::folder, false, 0, {}}, {}});
    path = std::move(folder);
  }
}

const MemoryTree::Node* MemoryTree::find(std::string_view path) const {
  const auto node = nodes_.find(path);
  return node == nodes_.end() ? nullptr : &node->second;
}

Destination MemoryTree::follow(std::string_view path) const {
  return follow_links(path, [this](const std::string& at) -> const std::string* {
    const Node* node = find(at);
    return node && node->entry.kind == EntryKind::link ? &node->entry.link_target : nullptr;
  });
}

Result<std::vector<TreeEntry>> MemoryTree::children(std::string_view folder) const {
  std::vector<TreeEntry> entries;
  const auto found = folders_.find(folder);
  if (found == folders_.end()) {
    const Node* node = find(folder);
    if (folder.empty() || (node && node->entry.kind == EntryKind::folder)) return entries;
    return failure(ErrorKind::not_found, std::string(folder), "there is no such folder in the package");
  }
  entries.reserve(found->second.size());
  for (const std::string& path : found->second) entries.push_back(find(path)->entry);
  return entries;
}

Result<std::string> MemoryTree::read(std::string_view path, std::uint64_t max_bytes) const {
  const Node* node = find(path);
  if (!node) return failure(ErrorKind::not_found, std::string(path), "there is no such file in the package");
  if (node->entry.kind != EntryKind::file) {
    return failure(ErrorKind::not_regular, std::string(path), "cannot read it: it is a folder or a link");
  }
  if (node->bytes.size() > max_bytes) {
    return failure(ErrorKind::too_large, std::string(path),
                   format("it has more than {} bytes, the most that is read here", max_bytes));
  }
  return node->bytes;
}

Result<std::string> MemoryTree::read_start(std::string_view path, std::uint64_t bytes) const {
  const Node* node = find(path);
  if (!node || node->entry.kind != EntryKind::file) return read(path, bytes);
  return node->bytes.substr(0, static_cast<std::size_t>(bytes));
}

Result<std::string> MemoryTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  const Destination end = follow(link);
  if (end.outside) return failure(ErrorKind::outside, std::string(link), "the link leads out of the package");
  if (end.circle) return failure(ErrorKind::not_found, std::string(link), "the link leads in a circle");
  return read(end.path, max_bytes);
}

bool MemoryTree::is_folder_behind(std::string_view path) const {
  const Destination end = follow(path);
  if (end.outside || end.circle) return false;
  const Node* node = find(end.path);
  return end.path == "." || (node && node->entry.kind == EntryKind::folder);
}

}  // namespace skillstow
