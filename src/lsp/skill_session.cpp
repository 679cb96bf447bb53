#include "lsp/skill_session.h"

#include <algorithm>

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "config/settings.h"
#include "lint/discover.h"
#include "lint/load_found.h"
#include "lsp/overlay_tree.h"
#include "structure/lookup.h"

namespace skillstow {
namespace {

bool is_manifest_name(std::string_view name) { return equals_ignoring_case(name, "SKILL.md"); }

bool holds_manifest(const std::string& folder, const OpenDocuments& documents) {
  const std::string below = folder == "/" ? folder : folder + "/";
  for (auto open = documents.lower_bound(below); open != documents.end(); ++open) {
    if (open->first.compare(0, below.size(), below) != 0) break;
    if (parent_path(open->first) == folder && is_manifest_name(base_name(open->first))) return true;
  }
  const auto entries = read_folder(folder);
  return entries && std::any_of(entries->begin(), entries->end(), [](const FolderEntry& entry) {
           return entry.kind != FileKind::folder && is_manifest_name(entry.name);
         });
}

// What the configuration says of the skill. The structure, if it names one that can be read, goes into `structure`.
Settings settings_of(const std::string& folder, const std::string& home, std::optional<Structure>& structure,
                     std::string& problem) {
  const auto config = find_config("", home);
  if (!config) {
    problem = config.error().message;
    return {};
  }
  Settings settings = settings_for(*config, path_in(*config, folder));
  const std::string& name = settings.structure;
  if (name.empty() || name == "none") return settings;
  const bool is_relative = name.find_first_of("/.") != std::string::npos && name.front() != '/';
  auto found = find_structure(is_relative ? join_path(config->folder, name) : name);
  if (found) {
    structure = std::move(*found);
  } else {
    problem = found.error().message;
  }
  return settings;
}

}  // namespace

std::string skill_folder_of(const std::string& file, const OpenDocuments& documents) {
  std::string folder(parent_path(file));
  while (folder.size() > 1) {
    if (holds_manifest(folder, documents)) return folder;
    folder = parent_path(folder);
  }
  return {};
}

const SourceFile& JudgedSkill::text_of(const Diagnostic& finding) const {
  const SourceFile* file = skill.text_file(finding.location.file);
  return file == nullptr ? skill.manifest : *file;
}

std::string JudgedSkill::file_of(const Diagnostic& finding) const {
  const std::string& file = finding.location.file;
  return join_path(folder, skill.text_file(file) != nullptr ? file : skill.manifest_name);
}

std::optional<JudgedSkill> judge_open_skill(const std::string& folder, const OpenDocuments& documents,
                                            const std::string& home, std::string& problem) {
  const OverlayTree tree(folder, documents);
  DiscoverOptions options;
  options.absolute_root = folder;
  options.home = home;
  options.only_root = true;
  const Discovery discovery = discover(tree, options);
  const auto found = std::find_if(discovery.skills.begin(), discovery.skills.end(),
                                  [](const FoundSkill& skill) { return skill.folder.empty(); });
  if (found == discovery.skills.end()) return std::nullopt;

  JudgedSkill judged{folder, load_found(tree, discovery, *found, folder, std::string(base_name(folder))), {}};
  std::optional<Structure> structure;
  const Settings settings = settings_of(folder, home, structure, problem);
  JudgeOptions judging;
  judging.settings = &settings;
  judging.structure = structure ? &*structure : nullptr;
  judging.placement = {found->place, {}};
  judging.identity = judged.skill.path;
  judged.judgement = judge(judged.skill, judging);
  return judged;
}

}  // namespace skillstow
