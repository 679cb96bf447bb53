#include "lint/places.h"

#include <algorithm>
#include <set>

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

Places find_places(const std::vector<std::string>& paths, const std::string& home) {
  Places places;
  std::set<std::string> seen;  // absolute folders of skills
  for (const std::string& given : paths) {
    std::string path = tidy(given);
    FileStatus status = status_behind(path);
    // A file stands for the folder around it, and for that alone.
    const bool file = status.kind != FileKind::folder && status.kind != FileKind::missing;
    if (file && !equals_ignoring_case(base_name(path), "SKILL.md")) {
      places.skipped.push_back({path, "it is neither a folder nor a SKILL.md", true});
      continue;
    }
    if (file) {
      path = parent_path(path);
      if (path.empty()) path = ".";
    }
    const Result<std::string> absolute = real_path(path);
    if (!absolute) {
      places.skipped.push_back({path, absolute.error().message, true});
      continue;
    }
    Places::Root root;
    root.tree = std::make_unique<FolderTree>(path);
    root.shown = path;
    root.absolute = *absolute;
    root.name = base_name(*absolute);
    const Result<std::string> real_home = home.empty() ? Result<std::string>(std::string{}) : real_path(home);
    DiscoverOptions options;
    options.absolute_root = *absolute;
    options.home = real_home.value_or(home);
    options.only_root = file;
    root.discovery = discover(*root.tree, options);
    for (Skipped& skip : root.discovery.skipped) {
      skip.path = reported(path, skip.path);
      places.skipped.push_back(skip);
    }
    for (std::size_t i = 0; i < root.discovery.skills.size(); ++i) {
      if (!seen.insert(join_path(*absolute, root.discovery.skills[i].folder)).second) continue;
      places.skills.push_back({places.roots.size(), i});
    }
    places.roots.push_back(std::move(root));
  }
  return places;
}

}  // namespace skillstow
