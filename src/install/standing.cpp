#include "install/standing.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "install/target_name.h"
#include "model/junk.h"
#include "tree/folder_tree.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_file_bytes = 1u << 30;
constexpr std::uint64_t k_max_text = 16u << 20;  // longer files are not compared line by line

bool comes_by_itself(std::string_view path) {
  const JunkKind kind = junk_at(path).kind;
  return kind == JunkKind::system || kind == JunkKind::editor || kind == JunkKind::cache;
}

}  // namespace

std::string_view name_of(EditKind kind) {
  switch (kind) {
    case EditKind::added:
      return "added";
    case EditKind::removed:
      return "removed";
    case EditKind::changed:
      break;
  }
  return "changed";
}

std::string in_words(const FileEdit& edit) {
  if (edit.path == ".") return "there is more in it than can be looked at";
  return format("{} {}", visible(edit.path, 120), name_of(edit.kind));
}

std::string in_words(const std::vector<FileEdit>& edits) {
  constexpr std::size_t k_most = 8;
  std::vector<std::string> words;
  for (const FileEdit& edit : edits) {
    if (words.size() == k_most) {
      words.push_back(format("and {} more", edits.size() - k_most));
      break;
    }
    words.push_back(in_words(edit));
  }
  return join(words, ", ");
}

std::vector<RecordedFile> files_standing(const std::string& folder, bool* all) {
  const FolderTree tree(folder);
  WalkLimits limits;
  limits.max_entries = 1'000'000;
  limits.max_depth = 256;
  const Walk walk = walk_tree(tree, "", limits);
  if (all) *all = walk.complete && walk.errors.empty();
  std::vector<RecordedFile> files;
  for (const TreeEntry& entry : walk.entries) {
    if (comes_by_itself(entry.path)) continue;
    RecordedFile file{entry.path, FileForm::plain, {}};
    if (entry.kind == EntryKind::link) {
      file.form = FileForm::link;
      file.content = entry.link_target;
    } else if (entry.kind == EntryKind::file) {
      if (entry.executable) file.form = FileForm::executable;
      if (const auto bytes = tree.read(entry.path, k_max_file_bytes)) file.content = sha256_hex(*bytes);
    }
    files.push_back(std::move(file));
  }
  return files;
}

std::vector<FileEdit> compare_files(const std::vector<RecordedFile>& written,
                                    const std::vector<RecordedFile>& standing) {
  std::vector<FileEdit> edits;
  auto a = written.begin();
  auto b = standing.begin();
  while (a != written.end() || b != standing.end()) {
    if (b == standing.end() || (a != written.end() && a->path < b->path)) {
      edits.push_back({(a++)->path, EditKind::removed});
    } else if (a == written.end() || b->path < a->path) {
      edits.push_back({(b++)->path, EditKind::added});
    } else {
      if (!(*a == *b)) edits.push_back({a->path, EditKind::changed});
      ++a;
      ++b;
    }
  }
  return edits;
}

bool differ_in_line_ends(const std::string& folder, const std::vector<RecordedFile>& written,
                         const std::vector<FileEdit>& edits) {
  const auto line_ends_alone = [&](const FileEdit& edit) {
    if (edit.kind != EditKind::changed) return false;
    const RecordedFile* file = find_file(written, edit.path);
    const std::string path = join_path(folder, edit.path);
    if (file == nullptr || file->form == FileForm::link) return false;
    if (((status_of(path).mode & 0100u) != 0) != (file->form == FileForm::executable)) return false;
    const auto bytes = read_file(path, k_max_text);
    if (!bytes) return false;
    const std::string plain = replace_all(*bytes, "\r\n", "\n");
    return sha256_hex(plain) == file->content || sha256_hex(replace_all(plain, "\n", "\r\n")) == file->content;
  };
  return !edits.empty() && std::all_of(edits.begin(), edits.end(), line_ends_alone);
}

FolderNames::FolderNames(const std::string& folder) {
  const auto entries = read_folder(folder);
  if (!entries) return;
  for (const FolderEntry& entry : *entries) names_.emplace(collision_key(entry.name), entry.name);
}

std::string FolderNames::twin_of(const std::string& name) const {
  const auto [begin, end] = names_.equal_range(collision_key(name));
  for (auto other = begin; other != end; ++other) {
    if (other->second != name) return other->second;
  }
  return {};
}

Standing look_at(const Site& site, const Record& record, const std::string& path) {
  Standing standing;
  standing.path = path;
  standing.kind = status_of(path).kind;
  if (standing.kind == FileKind::link) standing.link = read_link(path).value_or("");
  const auto entry = record.skills.find(site.shown(path));
  if (entry == record.skills.end()) return standing;
  standing.entry = &entry->second;
  if (entry->second.method == Method::link) {
    standing.as_written = standing.kind == FileKind::link && standing.link == entry->second.link;
  } else if (standing.kind == FileKind::folder) {
    bool all = true;
    standing.files = files_standing(path, &all);
    standing.edits = compare_files(entry->second.files, standing.files);
    // What nobody could look at may be somebody's work, and must not go with the rest.
    if (!all) standing.edits.insert(standing.edits.begin(), {".", EditKind::changed});
    standing.as_written = standing.edits.empty();
  }
  return standing;
}

}  // namespace skillstow
