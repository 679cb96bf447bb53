#include "lint/load_found.h"

#include <algorithm>
#include <map>

#include "base/path.h"
#include "model/junk.h"
#include "parse/load.h"

namespace skillstow {

namespace {

// Which folders of a repository belong to the skill at its root. Of left-overs (node_modules) one way down is looked
// at, so that the rule about them can speak; all of them could be a hundred thousand files.
class RepositoryFolders {
 public:
  bool leave_out(std::string_view path) {
    const std::string inside =
        std::string(path) + "/x";  // asked of a file, since junk folders are judged by what is in them
    const std::size_t junk = junk_at(inside).path.size();
    if (junk == 0 || junk > path.size()) return base_name(path).front() == '.' || is_dependency_folder(base_name(path));
    if (junk == path.size()) return false;
    std::string& way = ways_.try_emplace(inside.substr(0, junk), path.substr(0, junk)).first->second;
    if (parent_path(path) != way) return true;
    way = path;
    return false;
  }

 private:
  std::map<std::string, std::string, std::less<>> ways_;  // by the dependency folder: how far down it was looked at
};

}  // namespace

Skill load_found(const Tree& tree, const Discovery& discovery, const FoundSkill& found, const std::string& shown_root,
                 const std::string& root_name) {
  LoadLimits limits;
  RepositoryFolders repository;
  limits.walk.leave_out = [&](std::string_view path) {
    const std::string_view name = base_name(path);
    if (is_version_control_folder(name)) return true;
    if (!found.whole_repository) return false;
    if (repository.leave_out(path)) return true;
    return std::any_of(
        discovery.skills.begin(), discovery.skills.end(),
        [&, whole = join_path(found.folder, path)](const FoundSkill& other) { return other.folder == whole; });
  };
  std::string folder_name(found.folder.empty() ? std::string_view(root_name) : base_name(found.folder));
  if (found.whole_repository && found.folder.empty()) folder_name.clear();
  std::string path = found.folder.empty() ? shown_root : join_path(shown_root, found.folder);
  return load_skill(tree, found.folder, found.manifest_name, std::move(path), std::move(folder_name), limits);
}

}  // namespace skillstow
