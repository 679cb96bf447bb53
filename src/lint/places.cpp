#include "lint/places.h"

#include <algorithm>
#include <set>

#include "archive/archive.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "lint/load_found.h"
#include "tree/folder_tree.h"

namespace skillstow {
namespace {

std::string reported(const std::string& root, const std::string& path) {
  return path == "." ? root : join_path(root, path);
}

std::string tidy(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (path.size() > 2 && path.substr(0, 2) == "./") path.erase(0, path.find_first_not_of('/', 1));
  return path.empty() ? "." : path;
}

bool is_package(const std::string& file) {
  return has_archive_name(file) || is_archive(read_file_start(file, 512).value_or(std::string{}));
}

// Opens what a path names, and says in the options how to look for skills in it.
Result<Places::Root> open_root(std::string path, DiscoverOptions& options) {
  const FileStatus status = status_behind(path);
  Places::Root root;
  if (status.kind == FileKind::regular && !equals_ignoring_case(base_name(path), "SKILL.md")) {
    if (!is_package(path))
      return failure(ErrorKind::not_regular, path, "it is neither a folder nor a SKILL.md nor a package (zip, tar.gz)");
    auto tree = open_archive_file(path);
    if (!tree) return tl::unexpected(tree.error());
    root.tree = std::move(*tree);
    root.package = true;
  } else if (status.kind == FileKind::other) {
    return failure(ErrorKind::not_regular, path, "it is neither a folder nor a SKILL.md");
  } else if (status.kind == FileKind::regular) {
    // A SKILL.md stands for the folder around it, and for that alone.
    options.only_root = true;
    path = parent_path(path).empty() ? "." : std::string(parent_path(path));
  }
  Result<std::string> absolute = real_path(path);
  if (!absolute) return failure(absolute.error().kind, path, absolute.error().message);
  root.absolute = std::move(*absolute);
  root.shown = path;
  if (root.package) return root;
  root.tree = std::make_shared<FolderTree>(path);
  root.name = base_name(root.absolute);
  options.absolute_root = root.absolute;
  return root;
}

}  // namespace

Skill Places::load(std::size_t i) const {
  const Root& root = roots[skills[i].root];
  return load_found(*root.tree, root.discovery, found(i), root.shown, root.name);
}

std::string Places::shown(std::size_t i) const {
  const std::string& folder = found(i).folder;
  return reported(roots[skills[i].root].shown, folder.empty() ? "." : folder);
}

std::string Places::absolute(std::size_t i) const { return join_path(roots[skills[i].root].absolute, found(i).folder); }

Placement Places::placement(std::size_t i) const {
  Placement placement{found(i).place, {}};
  if (found(i).linked) placement.real_folder = base_name(real_path(absolute(i)).value_or(""));
  return placement;
}

bool Places::unreadable() const {
  return std::any_of(skipped.begin(), skipped.end(), [](const Skipped& skip) { return skip.failed; });
}

void add_root(Places& places, Places::Root root, const DiscoverOptions& options) {
  root.discovery = discover(*root.tree, options);
  for (Skipped& skip : root.discovery.skipped) {
    skip.path = reported(root.shown, skip.path);
    places.skipped.push_back(skip);
  }
  for (std::size_t i = 0; i < root.discovery.skills.size(); ++i) places.skills.push_back({places.roots.size(), i});
  places.roots.push_back(std::move(root));
}

Places find_places(const std::vector<std::string>& paths, const std::string& home) {
  Places places;
  std::set<std::string> seen;  // absolute folders of skills
  const Result<std::string> real_home = home.empty() ? Result<std::string>(std::string{}) : real_path(home);
  for (const std::string& given : paths) {
    DiscoverOptions options;
    options.home = real_home.value_or(home);
    Result<Places::Root> opened = open_root(tidy(given), options);
    if (!opened) {
      Error& error = opened.error();
      if (!error.help.empty()) error.message += "; " + error.help;
      places.skipped.push_back({error.path, error.message, true});
      continue;
    }
    const auto before = static_cast<std::ptrdiff_t>(places.skills.size());
    add_root(places, std::move(*opened), options);
    const Places::Root& root = places.roots.back();
    const auto known = [&seen, &root](const Places::Place& place) {
      return !seen.insert(join_path(root.absolute, root.discovery.skills[place.skill].folder)).second;
    };
    places.skills.erase(std::remove_if(places.skills.begin() + before, places.skills.end(), known),
                        places.skills.end());
  }
  return places;
}

}  // namespace skillstow
