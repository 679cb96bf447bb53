#include "lint/load_found.h"

#include <algorithm>

#include "base/path.h"
#include "parse/load.h"

namespace skillstow {

Skill load_found(const Tree& tree, const Discovery& discovery, const FoundSkill& found, const std::string& shown_root,
                 const std::string& root_name) {
  LoadLimits limits;
  limits.walk.leave_out = [&](std::string_view path) {
    const std::string_view name = base_name(path);
    if (is_version_control_folder(name)) return true;
    if (!found.whole_repository) return false;
    if (name.front() == '.' || is_dependency_folder(name)) return true;
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
