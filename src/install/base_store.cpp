#include "install/base_store.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/path.h"
#include "base/sha256.h"

namespace skillstow {
namespace {

constexpr std::size_t k_digits = 64;  // of a SHA-256
constexpr std::uint64_t k_max_text = 1u << 20;
constexpr std::uint64_t k_max_of_skill = 8u << 20;

bool needs_bases(const RecordedSkill& skill) { return skill.commit.empty() && skill.method == Method::copy; }

void add_contents(std::set<std::string>& contents, const Record& record) {
  for (const auto& [key, skill] : record.skills) {
    if (!needs_bases(skill)) continue;
    for (const RecordedFile& file : skill.files) contents.insert(file.content);
  }
}

}  // namespace

void keep_bases(Disk& disk, const Site& site, const RecordedSkill& skill, const ReadFile& read) {
  if (!needs_bases(skill)) return;
  std::uint64_t room = k_max_of_skill;
  bool made = false;
  for (const RecordedFile& file : skill.files) {
    if (file.form == FileForm::link) continue;
    const std::string path = join_path(site.bases, file.content);
    if (const FileStatus there = status_of(path); there.kind == FileKind::regular) {
      room -= std::min(room, there.size);
      continue;
    }
    const auto bytes = read(file.path);
    if (!bytes || bytes->size() > std::min(room, k_max_text) || bytes->find('\0') != std::string::npos) continue;
    if (sha256_hex(*bytes) != file.content) continue;
    if (!made && !make_folders(disk, site.bases)) return;
    made = true;
    if (!put_file(disk, path, *bytes, Flush::no, 0600)) return;
    room -= bytes->size();
  }
}

ReadFile reader_of(const Tree& tree, const Contents& contents) {
  return [&tree, &contents](const std::string& path) -> Result<std::string> {
    const auto& files = contents.files;
    const auto before = [](const ContentFile& content, const std::string& wanted) {
      return content.file.path < wanted;
    };
    const auto found = std::lower_bound(files.begin(), files.end(), path, before);
    if (found == files.end() || found->file.path != path) return failure(ErrorKind::not_found, path, "no such file");
    return tree.read(found->from, k_max_text);
  };
}

ReadFile reader_of(std::string folder) {
  return
      [folder = std::move(folder)](const std::string& path) { return read_file(join_path(folder, path), k_max_text); };
}

Result<std::string> read_base(const Site& site, const std::string& content) {
  return read_file(join_path(site.bases, content), k_max_text);
}

void drop_unused_bases(Disk& disk, const Site& site, const Record& before, const Record& after) {
  const auto kept = read_folder(site.bases);
  if (!kept) return;
  std::set<std::string> used;
  add_contents(used, before);
  add_contents(used, after);
  for (const FolderEntry& entry : *kept) {
    const std::string_view content = std::string_view(entry.name).substr(0, k_digits);
    const bool own = content.size() == k_digits && content.find_first_not_of("0123456789abcdef") == content.npos;
    if (own && used.count(entry.name) == 0) (void)disk.remove_file(join_path(site.bases, entry.name));
  }
  if (used.empty()) (void)disk.remove_folder(site.bases);
}

}  // namespace skillstow
