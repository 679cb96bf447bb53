#include "install/inventory.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/candidates.h"
#include "install/standing.h"
#include "tree/folder_tree.h"

namespace skillstow {
namespace {

// One folder of a skill, before those with the same bytes are put together.
struct Seen {
  InstalledSkill skill;
  std::string key;
};

void add_unique(std::vector<std::string>& list, std::string_view text) {
  const auto at = std::lower_bound(list.begin(), list.end(), text);
  if (at == list.end() || *at != text) list.insert(at, std::string(text));
}

bool is_hidden(std::string_view path) {
  const std::vector<std::string_view> parts = split(path, '/');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) { return part.substr(0, 1) == "."; });
}

// Skills come by path, so an outer one is known before what it holds, which is its content.
bool is_inside_one(std::string_view path, const std::set<std::string>& skills) {
  for (std::string_view up = parent_path(path); !up.empty(); up = parent_path(up)) {
    if (skills.count(std::string(up)) != 0) return true;
  }
  return false;
}

class Inventory {
 public:
  Inventory(const Site& site, const Record& record) : site_(site), record_(record) {}

  void look_into(const std::string& folder) {
    const FolderTree tree(folder);
    DiscoverOptions options;
    options.absolute_root = folder;
    options.home = site_.where.home;
    const Candidates candidates = find_candidates(tree, folder, options);
    std::set<std::string> found;
    for (const Candidate& candidate : candidates.skills) {
      if (candidate.path == "." || is_hidden(candidate.path)) continue;
      if (is_inside_one(candidate.path, found)) continue;
      found.insert(candidate.path);
      add(folder, candidate);
    }
    add_dead_links(folder, found);
  }

  void add_missing(const std::vector<std::string>& folders) {
    for (const auto& [key, entry] : record_.skills) {
      const std::string path = site_.absolute(key);
      if (seen_keys_.count(key) != 0) continue;
      if (std::find(folders.begin(), folders.end(), parent_path(path)) == folders.end()) {
        // Its skills folder may be gone with it; a folder that was not asked for is another matter.
        if (status_of(std::string(parent_path(path))).kind != FileKind::missing) continue;
      }
      const FileKind kind = status_of(path).kind;
      InstalledSkill skill = of_entry(key, entry);
      skill.state = kind == FileKind::missing ? InstalledState::missing : InstalledState::modified;
      if (kind != FileKind::missing) skill.note = "there is no SKILL.md in it any more";
      seen_.push_back({std::move(skill), key});
    }
  }

  std::vector<InstalledSkill> result() {
    // Same name and same bytes: one skill in several places. What is missing has no bytes and stays by itself.
    std::map<std::string, std::size_t> known;
    std::vector<InstalledSkill> skills;
    for (Seen& seen : seen_) {
      InstalledSkill& one = seen.skill;
      const bool lonely = one.state == InstalledState::missing || one.state == InstalledState::broken;
      const std::string group = one.name + '\0' + one.digest + (lonely ? '\0' + seen.key : std::string());
      const auto [at, fresh] = known.emplace(group, skills.size());
      if (fresh) {
        skills.push_back(std::move(one));
        continue;
      }
      InstalledSkill& other = skills[at->second];
      for (const std::string& place : one.places) add_unique(other.places, place);
      for (const std::string& agent : one.agents) add_unique(other.agents, agent);
      // One of the copies is known: so are the bytes.
      if (other.state == InstalledState::untracked && one.state != InstalledState::untracked) {
        other.state = one.state;
        other.source = std::move(one.source);
        other.commit = std::move(one.commit);
      }
    }
    std::sort(skills.begin(), skills.end(), [](const InstalledSkill& a, const InstalledSkill& b) {
      return a.name != b.name ? a.name < b.name : a.places < b.places;
    });
    return skills;
  }

 private:
  InstalledSkill of_entry(const std::string& key, const RecordedSkill& entry) {
    seen_keys_.insert(key);
    InstalledSkill skill;
    skill.name = entry.name;
    skill.places = {key};
    skill.agents = entry.agents;
    skill.source = entry.source;
    skill.commit = entry.commit;
    skill.digest = entry.digest;
    return skill;
  }

  void add(const std::string& folder, const Candidate& candidate) {
    const std::string path = join_path(folder, candidate.path);
    const Standing standing = look_at(site_, record_, path);
    const std::string key = site_.shown(path);
    InstalledSkill skill;
    if (standing.entry) {
      skill = of_entry(key, *standing.entry);
      skill.state = standing.as_written ? InstalledState::ok : InstalledState::modified;
    } else {
      skill.places = {key};
      skill.state = InstalledState::untracked;
    }
    skill.name = candidate.name;
    if (!candidate.problem.empty()) {
      skill.state = InstalledState::broken;
      skill.note = format("{} is not readable: {}", candidate.found.manifest_name, candidate.problem);
    }
    const auto behind = real_path(path);
    if (!standing.files.empty()) {
      skill.digest = digest_of(standing.files);
    } else if (behind) {
      skill.digest = digest_of(files_standing(*behind));
    }
    if (candidate.found.place) {
      for (const Agent* reader : candidate.found.place->readers) {
        if (reader->first_class) add_unique(skill.agents, reader->id);
      }
    }
    seen_.push_back({std::move(skill), key});
  }

  void add_dead_links(const std::string& folder, const std::set<std::string>& found) {
    const auto entries = read_folder(folder);
    if (!entries) return;
    for (const FolderEntry& entry : *entries) {
      const std::string path = join_path(folder, entry.name);
      if (entry.kind != FileKind::link || found.count(entry.name) != 0 || is_hidden(entry.name)) continue;
      if (status_behind(path).kind != FileKind::missing) continue;
      const std::string key = site_.shown(path);
      const auto known = record_.skills.find(key);
      InstalledSkill skill;
      if (known != record_.skills.end()) skill = of_entry(key, known->second);
      if (skill.name.empty()) skill.name = entry.name;
      skill.places = {key};
      skill.digest.clear();
      skill.state = InstalledState::broken;
      skill.note = format("it is a link to {}, which is not there", visible(read_link(path).value_or("")));
      seen_.push_back({std::move(skill), key});
    }
  }

  const Site& site_;
  const Record& record_;
  std::vector<Seen> seen_;
  std::set<std::string> seen_keys_;
};

}  // namespace

std::string_view name_of(InstalledState state) {
  switch (state) {
    case InstalledState::modified:
      return "modified";
    case InstalledState::missing:
      return "missing";
    case InstalledState::untracked:
      return "untracked";
    case InstalledState::broken:
      return "broken";
    case InstalledState::ok:
      break;
  }
  return "ok";
}

std::vector<std::string> skills_folders(const Site& site, const Record& record,
                                        const std::vector<std::string>& agents) {
  std::vector<std::string> asked;
  for (const Agent& agent : all_agents()) {
    if (!agents.empty() && std::find(agents.begin(), agents.end(), agent.id) == agents.end()) continue;
    const std::string own = skills_folder(agent, site.scope, site.where);
    if (!own.empty()) asked.push_back(own);
    for (const ResolvedFolder& folder : folders_read(agent, site.where)) {
      if (folder.scope == site.scope) asked.push_back(folder.path);
    }
  }
  if (agents.empty()) {
    for (const auto& [key, skill] : record.skills) asked.emplace_back(parent_path(site.absolute(key)));
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::set<std::string> real;
  for (const std::string& folder : asked) {
    if (status_behind(folder).kind != FileKind::folder) continue;
    if (const auto path = real_path(folder)) real.insert(*path);
  }
  return {real.begin(), real.end()};
}

std::vector<InstalledSkill> take_inventory(const Site& site, const Record& record,
                                           const std::vector<std::string>& folders) {
  Inventory inventory(site, record);
  for (const std::string& folder : folders) inventory.look_into(folder);
  inventory.add_missing(folders);
  return inventory.result();
}

}  // namespace skillstow
