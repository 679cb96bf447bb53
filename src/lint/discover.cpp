#include "lint/discover.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_version_control[] = {".git", ".hg", ".svn", ".jj", "CVS"};

// What skillstow keeps of a project for itself: its backups hold whole skills.
constexpr std::string_view k_own = ".skillstow";

constexpr std::string_view k_dependencies[] = {
    "node_modules", "bower_components", ".venv",   "venv",   "__pycache__", ".tox",     ".nox", "site-packages",
    ".yarn",        ".pnpm-store",      ".gradle", ".cargo", "vendor",      "__MACOSX",
};

// Folders of a skill in which a SKILL.md is an example or a template, not a skill.
constexpr std::string_view k_content[] = {
    "examples", "example", "templates", "template", "assets", "references", "reference", "resources", "scripts",
    "fixtures", "tests",   "test",      "evals",    "docs",   "samples",    "sample",    "snippets",
};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::string_view k_manifest = "SKILL.md";

// The entry that is the folder's SKILL.md: the exact name, else the first in another spelling.
const TreeEntry* find_manifest(const std::vector<TreeEntry>& entries) {
  const TreeEntry* found = nullptr;
  for (const TreeEntry& entry : entries) {
    const std::string_view name = base_name(entry.path);
    if (name == k_manifest) return &entry;
    if (!found && entry.kind != EntryKind::folder && equals_ignoring_case(name, k_manifest)) found = &entry;
  }
  return found;
}

class Discoverer {
 public:
  Discoverer(const Tree& tree, const DiscoverOptions& options) : tree_(tree), options_(options) {}

  Discovery run() {
    open_.push_back({});
    while (!open_.empty() && visited_ < options_.max_folders) {
      const Folder folder = std::move(open_.back());
      open_.pop_back();
      ++visited_;
      visit(folder);
    }
    if (!open_.empty()) {
      skip(open_.back().path,
           format("there are more than {} folders, and the rest was not looked at", grouped(options_.max_folders)),
           true);
    }
    finish();
    return std::move(found_);
  }

 private:
  struct Folder {
    std::string path;
    std::string skill;  // the skill's folder around it
    bool in_skill = false;
    bool content = false;  // inside a content folder of that skill
    bool linked = false;
    std::size_t depth = 0;
  };

  void skip(std::string path, std::string reason, bool failed = false) {
    found_.skipped.push_back({path.empty() ? "." : std::move(path), std::move(reason), failed});
  }

  std::optional<StandingPlace> place_of(const std::string& folder) const {
    if (options_.absolute_root.empty()) return std::nullopt;
    return standing_place(join_path(options_.absolute_root, folder), options_.home);
  }

  void visit(const Folder& folder) {
    auto entries = tree_.children(folder.path);
    if (!entries) {
      skip(folder.path, entries.error().message, true);
      return;
    }
    const std::optional<StandingPlace> place = place_of(folder.path);
    const bool is_skill = visit_manifest(folder, *entries, place);
    if (options_.only_root) return;
    // Backwards, since the last one in is the first one out.
    for (auto entry = entries->rbegin(); entry != entries->rend(); ++entry) {
      visit_child(folder, *entry, place, is_skill);
    }
  }

  bool visit_manifest(const Folder& folder, const std::vector<TreeEntry>& entries,
                      const std::optional<StandingPlace>& place) {
    const TreeEntry* manifest = find_manifest(entries);
    if (!manifest) return false;
    const std::string_view name = base_name(manifest->path);
    if (place && place->depth == 0) {
      skip(manifest->path,
           "SKILL.md is not in a folder of its own: agents look for <name>/SKILL.md in this folder and pass it over; "
           "move it into a folder named after the skill");
      return false;
    }
    if (folder.content && !place) {
      skip(manifest->path, format("it stands among the content of the skill {} and is no skill of its own",
                                  folder.skill.empty() ? "." : folder.skill));
      return false;
    }
    FoundSkill skill;
    skill.folder = folder.path;
    skill.manifest_name = name;
    skill.linked = folder.linked;
    skill.place = place;
    skill.whole_repository =
        (options_.repository && folder.path.empty()) ||
        std::any_of(entries.begin(), entries.end(), [](const TreeEntry& e) { return base_name(e.path) == ".git"; });
    found_.skills.push_back(std::move(skill));
    return true;
  }

  void visit_child(const Folder& folder, const TreeEntry& entry, const std::optional<StandingPlace>& place,
                   bool is_skill) {
    const std::string_view name = base_name(entry.path);
    if (entry.kind == EntryKind::submodule) {
      skip(entry.path, "it is a git submodule, and its content was not fetched: git submodule update --init");
      return;
    }
    const bool link = entry.kind == EntryKind::link;
    if (link) {
      // A link to a skill's folder, as installers make them; other links may lead anywhere.
      if (!place || !tree_.is_folder_behind(entry.path)) {
        pass_over_link(entry, place && place->depth == 0);
        return;
      }
    } else if (entry.kind != EntryKind::folder) {
      return;
    }
    if (is_version_control_folder(name) || name == k_own) return;
    if (is_dependency_folder(name) && !place) {
      skip(entry.path, "dependency folder");
      return;
    }
    if (folder.depth + 1 >= options_.max_depth) {
      skip(entry.path, format("it is more than {} folders deep", options_.max_depth), true);
      return;
    }
    Folder child;
    child.path = entry.path;
    child.in_skill = folder.in_skill || is_skill;
    child.skill = is_skill ? folder.path : folder.skill;
    child.content = folder.content || (child.in_skill && is_one_of(name, k_content));
    child.linked = folder.linked || link;
    child.depth = folder.depth + 1;
    if (folder.linked && link) {
      skip(entry.path, "it is a link below another link, and two can lead in a circle");
      return;
    }
    open_.push_back(std::move(child));
  }

  // Links among the files of a skill are judged with it; those that lead to folders may hide skills.
  void pass_over_link(const TreeEntry& entry, bool in_skills_folder) {
    if (tree_.is_folder_behind(entry.path)) {
      skip(entry.path, format("it is a link to the folder {}, and links are followed in agents' skills folders only",
                              visible(entry.link_target, 200)));
    } else if (in_skills_folder) {
      skip(entry.path, format("it is a link to {}, which is not there", visible(entry.link_target, 200)));
    }
  }

  void finish() {
    auto& skills = found_.skills;
    std::sort(skills.begin(), skills.end(),
              [](const FoundSkill& a, const FoundSkill& b) { return a.folder < b.folder; });
    std::stable_sort(found_.skipped.begin(), found_.skipped.end(),
                     [](const Skipped& a, const Skipped& b) { return a.path < b.path; });
    // A root that holds other skills is a collection with a skill of its own.
    if (skills.size() > 1 && skills.front().folder.empty()) skills.front().whole_repository = true;
  }

  const Tree& tree_;
  const DiscoverOptions& options_;
  Discovery found_;
  std::vector<Folder> open_;
  std::size_t visited_ = 0;
};

}  // namespace

bool is_version_control_folder(std::string_view name) { return is_one_of(name, k_version_control); }
bool is_dependency_folder(std::string_view name) { return is_one_of(name, k_dependencies); }

Discovery discover(const Tree& tree, const DiscoverOptions& options) { return Discoverer(tree, options).run(); }

}  // namespace skillstow
