#include "tree/sub_tree.h"

#include "base/path.h"

namespace skillstow {

SubTree::SubTree(std::shared_ptr<const Tree> whole, std::string folder)
    : whole_(std::move(whole)), folder_(std::move(folder)) {}

std::string SubTree::in_whole(std::string_view path) const { return path.empty() ? folder_ : join_path(folder_, path); }

Result<std::vector<TreeEntry>> SubTree::children(std::string_view folder) const {
  auto entries = whole_->children(in_whole(folder));
  if (!entries) return entries;
  for (TreeEntry& entry : *entries) entry.path = join_path(folder, base_name(entry.path));
  return entries;
}

Result<std::string> SubTree::read(std::string_view path, std::uint64_t max_bytes) const {
  return whole_->read(in_whole(path), max_bytes);
}

Result<std::string> SubTree::read_start(std::string_view path, std::uint64_t bytes) const {
  return whole_->read_start(in_whole(path), bytes);
}

Result<std::string> SubTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  return whole_->read_through(in_whole(link), max_bytes);
}

bool SubTree::is_folder_behind(std::string_view path) const { return whole_->is_folder_behind(in_whole(path)); }

}  // namespace skillstow
