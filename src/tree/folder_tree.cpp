#include "tree/folder_tree.h"

#include "base/file.h"
#include "base/path.h"

namespace skillstow {
namespace {

// The root itself for "", else the path below it. "." as root gives bare names, which also read well in messages.
std::string below(const std::string& root, std::string_view path) {
  return path.empty() ? root : join_path(root, path);
}

}  // namespace

Result<std::vector<TreeEntry>> FolderTree::children(std::string_view folder) const {
  const std::string path = below(root_, folder);
  auto names = read_folder(path);
  if (!names) return tl::unexpected(names.error());
  std::vector<TreeEntry> entries;
  entries.reserve(names->size());
  for (const FolderEntry& name : *names) {
    TreeEntry entry;
    entry.path = join_path(folder, name.name);
    switch (name.kind) {
      case FileKind::folder:
        entry.kind = EntryKind::folder;
        break;
      case FileKind::regular: {
        const FileStatus status = status_of(join_path(path, name.name));
        if (status.kind == FileKind::missing) continue;  // gone since the folder was read
        entry.kind = EntryKind::file;
        entry.size = status.size;
        entry.executable = (status.mode & 0100) != 0;
        break;
      }
      case FileKind::link:
        entry.kind = EntryKind::link;
        entry.link_target = read_link(join_path(path, name.name)).value_or(std::string{});
        break;
      default:
        entry.kind = EntryKind::other;
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::string> FolderTree::read(std::string_view path, std::uint64_t max_bytes) const {
  return read_file(below(root_, path), max_bytes);
}

Result<std::string> FolderTree::read_start(std::string_view path, std::uint64_t bytes) const {
  return read_file_start(below(root_, path), bytes);
}

Result<std::string> FolderTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  return read_file(below(root_, link), max_bytes, Follow::yes);
}

bool FolderTree::is_folder_behind(std::string_view path) const {
  return status_behind(below(root_, path)).kind == FileKind::folder;
}

}  // namespace skillstow
