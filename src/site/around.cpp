#include "site/around.h"

#include <algorithm>

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "git/folder_history.h"
#include "lint/discover.h"
#include "page/install_commands.h"
#include "parse/load.h"
#include "tree/folder_tree.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_skills = 5'000;
constexpr std::uint64_t k_most_bytes = 1024 * 1024;  // of a file that is read

// A skill as its SKILL.md alone shows it.
std::optional<Skill> light_skill(const Tree& tree, const FoundSkill& found) {
  const std::string path = join_path(found.folder, found.manifest_name);
  Result<std::string> text = tree.read(path, k_most_bytes);
  if (!text) return std::nullopt;
  Skill skill;
  skill.path = found.folder.empty() ? "." : found.folder;
  skill.folder = base_name(found.folder);
  skill.manifest_name = found.manifest_name;
  skill.manifest = SourceFile(found.manifest_name, std::move(*text));
  skill.frontmatter = parse_frontmatter(skill.manifest.text);
  skill.markdown = parse_markdown(skill.manifest.text, skill.frontmatter.body);
  return skill;
}

bool has_text(const std::optional<std::string>& field) { return field && !trim(*field).empty(); }

}  // namespace

Result<std::optional<History>> source_of_folder(const std::string& folder) {
  const Result<std::optional<FolderHistory>> read = folder_history(folder);
  if (!read) return tl::unexpected(read.error());
  if (!*read) return std::nullopt;
  const FolderHistory& known = **read;
  return History{repository_address(known.remote), known.commit, known.path,
                 known.changed ? utc_time(*known.changed) : ""};
}

std::string repository_root(const std::string& folder, const History& source) {
  const std::string real = real_path(folder).value_or("");
  if (source.path == ".") return real;
  const std::string tail = "/" + source.path;
  return real.ends_with(tail) ? real.substr(0, real.size() - tail.size()) : std::string();
}

Around skills_around(const std::string& folder, const History& source, const std::string& home) {
  Around around;
  const std::string root = repository_root(folder, source);
  if (root.empty()) return around;
  const FolderTree tree(root);
  DiscoverOptions options;
  options.absolute_root = root;
  options.home = home;
  const Discovery discovery = discover(tree, options);
  const std::string self = source.path == "." ? "" : source.path;
  for (const FoundSkill& found : discovery.skills) {
    if (around.entries.size() == k_most_skills) break;
    const std::optional<Skill> skill = light_skill(tree, found);
    if (!skill || !has_text(skill->name()) || !has_text(skill->description())) continue;
    ++around.usable;
    if (found.folder == self) continue;
    SkillEntry entry = entry_of(*skill, source.repository);
    History there = source;
    there.path = skill->path;
    entry.href = web_address(there, "");
    around.entries.push_back(std::move(entry));
  }
  return around;
}

std::optional<Licence> licence_of_folder(const std::string& root) {
  if (root.empty()) return std::nullopt;
  const FolderTree tree(root);
  const Result<std::vector<TreeEntry>> entries = tree.children("");
  if (!entries) return std::nullopt;
  Skill files;
  for (const TreeEntry& entry : *entries) {
    if (entry.kind != EntryKind::file || !is_licence_file(entry.path)) continue;
    SkillFile file;
    file.entry = entry;
    file.kind = ContentKind::text;
    file.source = SourceFile(entry.path, tree.read(entry.path, k_most_bytes).value_or(""));
    files.files.push_back(std::move(file));
  }
  const Licence licence = find_licence(files);
  return licence.known() ? std::optional(licence) : std::nullopt;
}

}  // namespace skillstow
