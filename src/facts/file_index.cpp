#include "facts/file_index.h"

#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"

namespace skillstow {

FileIndex::FileIndex(const Skill& skill) : complete_(skill.files_complete) {
  for (std::size_t i = 0; i < skill.files.size(); ++i) {
    const std::string_view path = skill.files[i].entry.path;
    files_.emplace(path, i);
    names_[base_name(path)].push_back(i);
    extensions_.insert(to_lower(extension(path)));
    const ContentKind kind = skill.files[i].kind;
    if (kind == ContentKind::link || kind == ContentKind::submodule) opaque_.insert(path);
    for (std::string_view folder = parent_path(path); !folder.empty(); folder = parent_path(folder)) {
      if (!folders_.insert(folder).second) break;  // those above it are known already
    }
  }
}

FileIndex::Entry FileIndex::find(std::string_view path) const {
  constexpr std::size_t k_longest_path = 4096;  // of any system; bounds the walk upwards below
  if (path.size() > k_longest_path) return Entry::none;
  if (path == ".") return Entry::folder;
  if (files_.contains(path)) return Entry::file;
  if (folders_.contains(path)) return Entry::folder;
  if (!complete_) return Entry::unknown;
  if (!opaque_.empty()) {
    for (std::string_view above = parent_path(path); !above.empty(); above = parent_path(above)) {
      if (opaque_.contains(above)) return Entry::unknown;
    }
  }
  return Entry::none;
}

std::string_view FileIndex::other_spelling(std::string_view path) const {
  if (folded_.empty()) {
    for (const auto& [file, index] : files_) folded_.emplace(fold_case(file), file);
    for (const std::string_view folder : folders_) folded_.emplace(fold_case(folder), folder);
  }
  const auto found = folded_.find(fold_case(path));
  return found == folded_.end() || found->second == path ? std::string_view{} : found->second;
}

bool FileIndex::has_extension_of(std::string_view name) const {
  return extensions_.contains(to_lower(extension(name)));
}

const std::vector<std::size_t>& FileIndex::with_name(std::string_view base_name) const {
  static const std::vector<std::size_t> none;
  const auto found = names_.find(base_name);
  return found == names_.end() ? none : found->second;
}

std::size_t FileIndex::file_at(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? npos : found->second;
}

}  // namespace skillstow
