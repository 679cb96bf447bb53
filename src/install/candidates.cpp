#include "install/candidates.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/edit_distance.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "parse/frontmatter.h"

namespace skillstow {
namespace {

// The frontmatter stands at the start; a longer one is told by the check.
constexpr std::uint64_t k_start = 256 * 1024;

std::string text_of(const Frontmatter& frontmatter, std::string_view key) {
  const YamlNode::Member* field = frontmatter.find(key);
  return field && field->value.is_scalar() ? std::string(trim(field->value.text)) : std::string();
}

void read_manifest(const Tree& tree, Candidate& candidate) {
  const std::string manifest = join_path(candidate.found.folder, candidate.found.manifest_name);
  auto text = tree.read_start(manifest, k_start);
  if (!text) text = tree.read_through(manifest, k_start);
  if (!text) {
    candidate.problem = text.error().message;
    return;
  }
  const Frontmatter frontmatter = parse_frontmatter(*text);
  candidate.declared = text_of(frontmatter, "name");
  candidate.description = text_of(frontmatter, "description");
}

// Submodules that were not fetched are empty folders on disk, which say nothing by themselves.
void tell_empty_submodules(const Tree& tree, std::vector<Skipped>& skipped) {
  const auto modules = tree.read(".gitmodules", k_start);
  if (!modules) return;
  for (const std::string_view line : split_lines(*modules)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || trim(line.substr(0, equals)) != "path") continue;
    const std::string path = normal_path(trim(line.substr(equals + 1)));
    const auto known = [&path](const Skipped& skip) { return skip.path == path; };
    if (path.front() == '/' || path.substr(0, 2) == ".." || std::any_of(skipped.begin(), skipped.end(), known))
      continue;
    const auto entries = tree.children(path);
    if (!entries || !entries->empty()) continue;
    skipped.push_back({path, "it is a git submodule that was not fetched: git submodule update --init", false});
  }
}

std::vector<std::string> paths_of(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& which) {
  std::vector<std::string> paths;
  for (const std::size_t i : which) paths.push_back(visible(candidates[i].shown));
  return paths;
}

}  // namespace

Candidates find_candidates(const Tree& tree, const std::string& shown, const DiscoverOptions& options) {
  const std::string& root = options.absolute_root;
  Discovery discovery = discover(tree, options);
  Candidates result;
  result.skipped = std::move(discovery.skipped);
  tell_empty_submodules(tree, result.skipped);
  std::set<std::string> real;  // folders that are offered under their own path
  for (const FoundSkill& found : discovery.skills) {
    if (!found.linked) real.insert(join_path(root, found.folder));
  }
  for (FoundSkill& found : discovery.skills) {
    if (found.linked) {
      const auto behind = real_path(join_path(root, found.folder));
      if (behind && !real.insert(*behind).second) {
        result.skipped.push_back(
            {found.folder, format("it is a link to {}, which is listed itself", relative_path(*behind, root))});
        continue;
      }
    }
    Candidate candidate;
    candidate.path = found.folder.empty() ? "." : found.folder;
    candidate.shown = found.folder.empty() ? shown : join_path(shown, found.folder);
    candidate.found = std::move(found);
    read_manifest(tree, candidate);
    candidate.name = candidate.declared;
    if (candidate.name.empty()) {
      const std::string& top = root.empty() ? shown : root;
      candidate.name = base_name(candidate.found.folder.empty() ? top : candidate.found.folder);
    }
    result.skills.push_back(std::move(candidate));
  }
  return result;
}

void leave_installed_out(Candidates& candidates, const std::string& root, const std::vector<std::string>& installed) {
  const std::set<std::string> folders(installed.begin(), installed.end());
  auto& skills = candidates.skills;
  const auto gone = std::stable_partition(skills.begin(), skills.end(), [&](const Candidate& candidate) {
    return folders.count(join_path(root, candidate.found.folder)) == 0;
  });
  for (auto skill = gone; skill != skills.end(); ++skill) {
    candidates.skipped.push_back({skill->path, "it is a copy that was installed there", false});
  }
  skills.erase(gone, skills.end());
}

std::vector<std::string> name_conflicts(const std::vector<Candidate>& candidates) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < candidates.size(); ++i) by_name[candidates[i].name].push_back(i);
  std::vector<std::string> lines;
  for (const auto& [name, which] : by_name) {
    if (which.size() < 2) continue;
    lines.push_back(format("{} skills are called {}: {}", which.size(), visible(name, 100),
                           join(paths_of(candidates, which), ", ")));
  }
  return lines;
}

Result<std::vector<std::size_t>> select_candidates(const std::vector<Candidate>& candidates,
                                                   const std::vector<std::string>& names) {
  std::set<std::size_t> chosen;
  for (const std::string& name : names) {
    std::vector<std::size_t> named;
    const auto collect = [&](const auto& matches) {
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (matches(candidates[i])) named.push_back(i);
      }
    };
    if (name == "*") {
      for (std::size_t i = 0; i < candidates.size(); ++i) chosen.insert(i);
      continue;
    }
    collect([&](const Candidate& c) { return c.name == name; });
    if (named.empty()) collect([&](const Candidate& c) { return c.path == normal_path(name); });
    if (named.empty()) collect([&](const Candidate& c) { return base_name(c.path) == name; });
    if (named.empty()) {
      std::vector<std::string_view> known;
      for (const Candidate& candidate : candidates) known.push_back(candidate.name);
      const std::string_view near = nearest(name, known);
      return failure(
          ErrorKind::not_found, name, format("there is no skill \"{}\" in the source", visible(name, 100)),
          near.empty() ? "--list shows those that are there" : format("did you mean {}?", visible(near, 100)));
    }
    if (named.size() > 1) {
      return failure(ErrorKind::exists, name,
                     format("{} skills are called \"{}\": {}", named.size(), visible(name, 100),
                            join(paths_of(candidates, named), ", ")),
                     "name one of them by its path in the source, as --list shows it");
    }
    chosen.insert(named.front());
  }
  return std::vector<std::size_t>(chosen.begin(), chosen.end());
}

}  // namespace skillstow
