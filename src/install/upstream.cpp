#include "install/upstream.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "tree/folder_tree.h"
#include "tree/sub_tree.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_manifest = 1u << 20;

// The lines of a SKILL.md that tell it from others: not its name, and not what every file has.
std::multiset<std::string> telling_lines(std::string_view text) {
  std::multiset<std::string> lines;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view words = trim(line);
    if (words.size() > 3 && !starts_with_ignoring_case(words, "name:")) lines.emplace(words);
  }
  return lines;
}

// From 0 to 1: how much of both texts is the same.
double likeness(const std::multiset<std::string>& a, const std::multiset<std::string>& b) {
  if (a.empty() || b.empty()) return 0;
  std::vector<std::string> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size());
}

std::string manifest_text(const std::string& folder) {
  const auto entries = read_folder(folder);
  if (!entries) return {};
  for (const FolderEntry& entry : *entries) {
    if (!equals_ignoring_case(entry.name, "SKILL.md")) continue;
    return read_file(join_path(folder, entry.name), k_max_manifest).value_or("");
  }
  return {};
}

std::string below(const std::string& path) { return path == "." ? std::string() : path; }

}  // namespace

Source Upstream::source() const {
  return {*tree, root, recorded, project, identity, folder_name, below(path), ref, commit};
}

const Result<OpenedSource>& Upstreams::opened(const RecordedSkill& skill, const std::string& commit) {
  const std::string key = skill.source + '\0' + skill.ref + '\0' + commit;
  const auto known = opened_.find(key);
  return known != opened_.end() ? known->second : opened_.emplace(key, open_(skill, commit)).first->second;
}

const Upstream& Upstreams::latest(const RecordedSkill& skill, const std::string& here) {
  const std::string key = skill.source + '\0' + skill.ref + '\0' + skill.path + '\0' + skill.name;
  if (const auto known = found_.find(key); known != found_.end()) return known->second;
  const auto& opened = this->opened(skill, "");
  Upstream upstream;
  if (opened) {
    upstream = find(skill, *opened, here);
  } else {
    upstream.error = opened.error();
  }
  return found_.emplace(key, std::move(upstream)).first->second;
}

const Upstream& Upstreams::at_commit(const RecordedSkill& skill) {
  const std::string key = skill.source + '\0' + skill.ref + '\0' + skill.path + "\0@" + skill.commit;
  if (const auto known = found_.find(key); known != found_.end()) return known->second;
  const auto& opened = this->opened(skill, skill.commit);
  Upstream upstream;
  if (!opened) {
    upstream.error = opened.error();
  } else if (take(upstream, *opened, skill, skill.path)) {
    upstream.kind = Upstream::Kind::found;
  } else {
    upstream.kind = Upstream::Kind::gone;
  }
  return found_.emplace(key, std::move(upstream)).first->second;
}

// Fills the upstream in if there is a skill in that folder of the source.
bool Upstreams::take(Upstream& upstream, const OpenedSource& opened, const RecordedSkill& skill,
                     const std::string& path) const {
  // The record counts from the repository, the tree from the folder that was named.
  std::string within = below(path);
  if (!opened.path.empty()) {
    if (!is_below(within, opened.path)) return false;
    within = within.size() == opened.path.size() ? std::string() : within.substr(opened.path.size() + 1);
  }
  if (!within.empty() && !opened.root.empty()) {
    const auto real = real_path(join_path(opened.root, within));
    if (!real || !is_below(*real, opened.root)) return false;
    upstream.root = *real;
    upstream.tree = std::make_shared<FolderTree>(*real);
  } else {
    upstream.root = opened.root;
    upstream.tree = within.empty() ? opened.tree : std::make_shared<SubTree>(opened.tree, within);
  }
  DiscoverOptions discovery;
  discovery.absolute_root = upstream.root;
  discovery.home = site_.where.home;
  discovery.only_root = true;
  discovery.repository = within.empty() && opened.whole_repository;
  upstream.folder_name = within.empty() ? opened.name : std::string(base_name(within));
  Candidates candidates =
      find_candidates(*upstream.tree, within.empty() ? opened.shown : join_path(opened.shown, within), discovery);
  if (candidates.skills.empty()) return false;
  upstream.candidate = std::move(candidates.skills.front());
  if (upstream.candidate.declared.empty()) upstream.candidate.name = upstream.folder_name;
  upstream.path = path;
  upstream.recorded = skill.source;
  upstream.project = site_.root;
  upstream.identity = opened.identity;
  upstream.ref = opened.ref;
  upstream.commit = opened.commit;
  upstream.repository =
      upstream.candidate.found.whole_repository || (!upstream.root.empty() && is_below(site_.root, upstream.root));
  ContentLimits limits;
  limits.repository = upstream.repository;
  upstream.contents = gather_contents(*upstream.tree, "", upstream.candidate.found.manifest_name, limits);
  return true;
}

Upstream Upstreams::find(const RecordedSkill& skill, const OpenedSource& opened, const std::string& here) {
  Upstream upstream;
  const bool there = take(upstream, opened, skill, skill.path);
  if (there && upstream.candidate.name == skill.name) {
    upstream.kind = Upstream::Kind::found;
    return upstream;
  }
  if (there) {  // the same folder declares another name now
    upstream.kind = Upstream::Kind::renamed;
    upstream.successor = upstream.candidate.name;
    upstream.successor_path = skill.path;
    return upstream;
  }
  DiscoverOptions discovery;
  discovery.absolute_root = opened.root;
  discovery.home = site_.where.home;
  discovery.only_root = opened.only_root;
  discovery.repository = opened.whole_repository;
  const Candidates candidates = find_candidates(*opened.tree, opened.shown, discovery);
  const auto path_of = [&opened](const Candidate& candidate) {
    const std::string path = join_path(opened.path, candidate.found.folder);
    return path.empty() ? std::string(".") : path;
  };
  std::vector<const Candidate*> named;
  for (const Candidate& candidate : candidates.skills) {
    if (candidate.name == skill.name) named.push_back(&candidate);
  }
  if (named.size() == 1 && take(upstream, opened, skill, path_of(*named.front()))) {
    upstream.kind = Upstream::Kind::found;
    upstream.moved = true;
    return upstream;
  }
  upstream.kind = Upstream::Kind::gone;
  constexpr double k_least = 0.5;
  double most = k_least;
  const auto lines = telling_lines(manifest_text(here));
  for (const Candidate& candidate : candidates.skills) {
    const std::string path = path_of(candidate);
    const auto text =
        opened.tree->read(join_path(candidate.found.folder, candidate.found.manifest_name), k_max_manifest);
    const double like = text ? likeness(lines, telling_lines(*text)) : 0;
    if (like <= most || was_there(skill, path)) continue;
    most = like;
    upstream.kind = Upstream::Kind::renamed;
    upstream.successor = candidate.name;
    upstream.successor_path = path;
  }
  return upstream;
}

// Whether the source had something at that path when the skill was installed, as far as that is known.
bool Upstreams::was_there(const RecordedSkill& skill, const std::string& path) {
  if (installed_.count({skill.source, path}) != 0) return true;
  if (skill.commit.empty()) return false;
  const auto& before = opened(skill, skill.commit);
  if (!before) return false;
  std::string within = below(path);
  if (!before->path.empty() && is_below(within, before->path))
    within = within.size() == before->path.size() ? std::string() : within.substr(before->path.size() + 1);
  const auto entries = before->tree->children(within);
  return entries && std::any_of(entries->begin(), entries->end(), [](const TreeEntry& entry) {
           return equals_ignoring_case(base_name(entry.path), "SKILL.md");
         });
}

void Upstreams::leave_out(const Record& record) {
  for (const auto& [key, skill] : record.skills) installed_.emplace(skill.source, skill.path);
}

}  // namespace skillstow
