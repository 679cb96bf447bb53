#include "site/site_folder.h"

#include <algorithm>

#include "base/draft_file.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_list = ".skillstow-site";
constexpr std::string_view k_drafts = ".skillstow-drafts";
constexpr std::string_view k_first_line = "skillstow site 1";
constexpr std::uint64_t k_most_list = 256ull * 1024 * 1024;
constexpr std::uint64_t k_most_file = 64ull * 1024 * 1024;  // of a page; larger ones are none of ours

bool is_inside(std::string_view path) {
  return !path.empty() && path.front() != '/' && normal_path(path) == path && !path.starts_with("../") && path != "..";
}

}  // namespace

std::string SiteFolder::at(std::string_view path) const { return join_path(path_, path); }
std::string SiteFolder::draft(std::string_view path) const { return join_path(at(k_drafts), path); }

Result<SiteFolder> SiteFolder::open(const std::string& path) {
  SiteFolder site(path);
  if (const Result<std::vector<std::string>> made = create_folders(path); !made) return tl::unexpected(made.error());
  const Result<std::vector<FolderEntry>> entries = read_folder(path);
  if (!entries) return tl::unexpected(entries.error());
  const bool listed =
      std::any_of(entries->begin(), entries->end(), [](const FolderEntry& e) { return e.name == k_list; });
  // Drafts without a list: an earlier run ended before it had moved anything.
  const bool drafts_only = entries->size() == 1 && entries->front().name == k_drafts;
  if (!listed && !entries->empty() && !drafts_only) {
    return failure(ErrorKind::exists, path, "the folder is not empty and holds no earlier site, so it is left alone",
                   "name a new or empty folder with -o");
  }
  if (listed) {
    if (Result<void> read = site.read_list(); !read) return tl::unexpected(read.error());
  }
  if (Result<void> gone = remove_tree(site.at(k_drafts)); !gone) return tl::unexpected(gone.error());
  if (Result<std::vector<std::string>> made = create_folders(site.at(k_drafts)); !made)
    return tl::unexpected(made.error());
  return site;
}

Result<void> SiteFolder::read_list() {
  const Result<std::string> text = read_file(at(k_list), k_most_list);
  if (!text) return tl::unexpected(text.error());
  const std::vector<std::string_view> lines = split_lines(*text);
  if (lines.empty() || lines.front() != k_first_line) {
    return failure(ErrorKind::bad_input, at(k_list), "it is no list of a site's files, so the folder is left alone",
                   "name a new or empty folder with -o");
  }
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t blank = lines[i].find("  ");
    if (blank != 64 || !is_inside(lines[i].substr(66))) continue;
    earlier_[std::string(lines[i].substr(66))].insert(std::string(lines[i].substr(0, 64)));
  }
  for (const auto& [file, digests] : earlier_) {
    if (status_of(at(file)).kind == FileKind::missing) continue;
    const Result<std::string> bytes = read_file(at(file), k_most_file);
    if (bytes && digests.contains(sha256_hex(*bytes))) continue;
    return failure(ErrorKind::exists, at(file), "it was changed since the site was made, so it is left alone",
                   "move it away, or name a new folder with -o");
  }
  return {};
}

Result<void> SiteFolder::make_folders(const std::string& path) {
  const std::string folder(parent_path(path));
  if (!folders_.insert(folder).second) return {};
  // A link on the way would lead out of the site's folder.
  for (std::string above = folder; above.size() > path_.size(); above = parent_path(above)) {
    const FileKind kind = status_of(above).kind;
    if (kind == FileKind::missing || kind == FileKind::folder) continue;
    return failure(ErrorKind::outside, above, "a folder of the site is needed here, and something else is there",
                   "move it away, or name a new folder with -o");
  }
  const Result<std::vector<std::string>> made = create_folders(folder);
  return made ? Result<void>{} : tl::unexpected(made.error());
}

Result<void> SiteFolder::write(const std::string& path, std::string_view bytes) {
  if (!earlier_.contains(path) && status_of(at(path)).kind != FileKind::missing) {
    return failure(ErrorKind::exists, at(path), "it is none of the earlier site's files, so it is left alone",
                   "move it away, or name a new folder with -o");
  }
  if (Result<void> made = make_folders(draft(path)); !made) return made;
  written_.emplace(path, sha256_hex(bytes));
  return create_draft(draft(path), bytes);
}

Result<void> SiteFolder::keep(const std::string& name, std::string_view bytes) {
  const std::string path = draft(join_path(".kept", name));
  if (Result<void> made = make_folders(path); !made) return made;
  return create_draft(path, bytes);
}

Result<std::string> SiteFolder::kept(const std::string& name) const {
  return read_file(draft(join_path(".kept", name)), k_most_file);
}

std::string SiteFolder::list_of(bool with_earlier) const {
  std::map<std::string, std::set<std::string>> all;
  if (with_earlier) all = earlier_;
  for (const auto& [path, digest] : written_) all[path].insert(digest);
  std::string text = std::string(k_first_line) + "\n";
  for (const auto& [path, digests] : all) {
    for (const std::string& digest : digests) text += format("{}  {}\n", digest, path);
  }
  return text;
}

Result<void> SiteFolder::finish() {
  // The list comes first, with the old digests and the new: whenever the run is cut, each file is one of the two.
  if (Result<void> done = write_file_atomically(at(k_list), list_of(true)); !done) return done;
  for (const auto& [path, digest] : written_) {
    if (Result<void> made = make_folders(at(path)); !made) return made;
    if (Result<void> moved = move_over(draft(path), at(path)); !moved) return moved;
  }
  for (const auto& [path, digests] : earlier_) {
    if (written_.contains(path)) continue;
    if (Result<void> gone = remove_file(at(path)); !gone) return gone;
    for (std::string folder(parent_path(path)); !folder.empty(); folder = parent_path(folder))
      remove_if_empty(at(folder));
  }
  abandon();
  return write_file_atomically(at(k_list), list_of(false));
}

void SiteFolder::abandon() { static_cast<void>(remove_tree(at(k_drafts))); }

}  // namespace skillstow
