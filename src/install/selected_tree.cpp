#include "install/selected_tree.h"

#include <algorithm>

#include "base/path.h"

namespace skillstow {

SelectedTree::SelectedTree(const Tree& tree, const Contents& contents) : tree_(tree) {
  folders_[""];
  for (const ContentFile& content : contents.files) {
    const RecordedFile& file = content.file;
    files_.emplace(file.path, &content);
    TreeEntry entry;
    entry.path = file.path;
    entry.kind = file.form == FileForm::link ? EntryKind::link : EntryKind::file;
    entry.executable = file.form == FileForm::executable;
    entry.size = content.size;
    if (file.form == FileForm::link) entry.link_target = file.content;
    std::string_view folder = parent_path(file.path);
    bool known = folders_.find(folder) != folders_.end();
    folders_[std::string(folder)].push_back(std::move(entry));
    for (; !known; folder = parent_path(folder)) {
      const std::string_view up = parent_path(folder);
      known = folders_.find(up) != folders_.end();
      TreeEntry inner;
      inner.path = folder;
      inner.kind = EntryKind::folder;
      folders_[std::string(up)].push_back(std::move(inner));
    }
  }
  for (auto& [folder, entries] : folders_) {
    std::sort(entries.begin(), entries.end(), [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; });
  }
}

const ContentFile* SelectedTree::find(std::string_view path) const {
  const auto file = files_.find(path);
  return file == files_.end() ? nullptr : file->second;
}

Result<std::vector<TreeEntry>> SelectedTree::children(std::string_view folder) const {
  const auto found = folders_.find(folder);
  if (found == folders_.end())
    return failure(ErrorKind::not_found, std::string(folder), "there is no such folder in the skill");
  return found->second;
}

Result<std::string> SelectedTree::read(std::string_view path, std::uint64_t max_bytes) const {
  const ContentFile* file = find(path);
  if (!file) return failure(ErrorKind::not_found, std::string(path), "there is no such file in the skill");
  return tree_.read(file->from, max_bytes);
}

Result<std::string> SelectedTree::read_start(std::string_view path, std::uint64_t bytes) const {
  const ContentFile* file = find(path);
  if (!file) return failure(ErrorKind::not_found, std::string(path), "there is no such file in the skill");
  return tree_.read_start(file->from, bytes);
}

// The links that are kept stay inside the skill, so what they lead to is in the tree below.
Result<std::string> SelectedTree::read_through(std::string_view link, std::uint64_t max_bytes) const {
  const ContentFile* file = find(link);
  if (!file) return failure(ErrorKind::not_found, std::string(link), "there is no such link in the skill");
  return tree_.read_through(file->from, max_bytes);
}

bool SelectedTree::is_folder_behind(std::string_view path) const {
  const ContentFile* file = find(path);
  return file ? tree_.is_folder_behind(file->from) : folders_.find(path) != folders_.end();
}

}  // namespace skillstow
