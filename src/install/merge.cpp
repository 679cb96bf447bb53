#include "install/merge.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/sha256.h"
#include "base/utf8.h"
#include "git/merge_text.h"

namespace skillstow {
namespace {

using Files = std::map<std::string, const RecordedFile*>;

Files by_path(const std::vector<RecordedFile>& files) {
  Files map;
  for (const RecordedFile& file : files) map.emplace(file.path, &file);
  return map;
}

const RecordedFile* find(const Files& files, const std::string& path) {
  const auto file = files.find(path);
  return file == files.end() ? nullptr : file->second;
}

bool same(const RecordedFile* a, const RecordedFile* b) { return a == b || (a != nullptr && b != nullptr && *a == *b); }

// Whether a file can stand beside those of the source: none of them is a folder on its way, or below it.
bool fits(const std::string& path, const std::set<std::string>& theirs) {
  for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    if (theirs.count(path.substr(0, slash)) != 0) return false;
  }
  const auto below = theirs.lower_bound(path + "/");
  return below == theirs.end() || below->compare(0, path.size() + 1, path + "/") != 0;
}

std::set<std::string> paths_of(const Contents& contents) {
  std::set<std::string> paths;
  for (const ContentFile& content : contents.files) paths.insert(content.file.path);
  return paths;
}

bool is_text(std::string_view bytes) {
  return bytes.find('\0') == std::string_view::npos && find_invalid_utf8(bytes) == std::string_view::npos;
}

void drop(Contents& contents, const std::set<std::string>& paths) {
  auto& files = contents.files;
  const auto dropped = [&paths](const ContentFile& content) { return paths.count(content.file.path) != 0; };
  files.erase(std::remove_if(files.begin(), files.end(), dropped), files.end());
}

// Both sides changed the file since `base`.
bool merge_file(const RecordedFile& base, const RecordedFile& mine, const RecordedFile& theirs,
                const ReadFile& read_base, const ReadFile& read_mine, const ReadFile& read_theirs, Merge& merge) {
  if (base.form == FileForm::link || mine.form == FileForm::link || theirs.form == FileForm::link) return false;
  const auto old = read_base(base.path);
  const auto here = read_mine(base.path);
  const auto there = read_theirs(base.path);
  if (!old || !here || !there || sha256_hex(*old) != base.content) return false;
  if (!is_text(*old) || !is_text(*here) || !is_text(*there)) return false;
  auto text = merge_text(*old, *here, *there);
  if (!text || text->conflict) return false;
  const bool executable = (mine.form != base.form ? mine.form : theirs.form) == FileForm::executable;
  merge.merged.push_back({base.path, executable, std::move(text->text)});
  return true;
}

}  // namespace

Merge keep_additions(const Contents& theirs, const std::vector<RecordedFile>& written,
                     const std::vector<RecordedFile>& standing) {
  Merge merge;
  merge.contents = theirs;
  const Files known = by_path(written);
  const std::set<std::string> taken = paths_of(theirs);
  for (const RecordedFile& file : standing) {
    if (find(known, file.path) == nullptr && taken.count(file.path) == 0 && fits(file.path, taken))
      merge.kept.push_back(file.path);
  }
  return merge;
}

Merge merge_three_ways(const Contents& theirs, const std::vector<RecordedFile>& written,
                       const std::vector<RecordedFile>& standing, const ReadFile& read_base, const ReadFile& read_mine,
                       const ReadFile& read_theirs) {
  Merge merge;
  merge.contents = theirs;
  const std::vector<RecordedFile> upstream = theirs.recorded();
  const Files base = by_path(written);
  const Files mine = by_path(standing);
  const Files source = by_path(upstream);
  std::set<std::string> all;
  std::set<std::string> dropped;
  for (const Files* files : {&base, &mine, &source}) {
    for (const auto& [path, file] : *files) all.insert(path);
  }
  for (const std::string& path : all) {
    const RecordedFile* old = find(base, path);
    const RecordedFile* here = find(mine, path);
    const RecordedFile* there = find(source, path);
    if (same(here, there) || same(here, old)) continue;  // the source's version, or its removal
    if (same(there, old)) {                              // mine, or my removal
      dropped.insert(path);
      if (here != nullptr) merge.kept.push_back(path);
      continue;
    }
    const bool clean = old != nullptr && here != nullptr && there != nullptr &&
                       merge_file(*old, *here, *there, read_base, read_mine, read_theirs, merge);
    if (!clean) merge.conflicts.push_back(path);
    dropped.insert(path);
  }
  drop(merge.contents, dropped);
  const std::set<std::string> taken = paths_of(merge.contents);
  for (const std::string& path : merge.kept) {
    if (!fits(path, taken)) merge.conflicts.push_back(path);
  }
  return merge;
}

}  // namespace skillstow
