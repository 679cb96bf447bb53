#include "install/target_folders.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// The shared folder as the table of agents has it, in each scope.
constexpr std::string_view k_shared_project = ".agents/skills";
constexpr std::string_view k_shared_user = "~/.agents/skills";

std::string ids_of(const std::vector<const Agent*>& agents) {
  std::vector<std::string> ids;
  for (const Agent* agent : agents) ids.emplace_back(agent->id);
  return join(ids, ", ");
}

bool reads(const Agent& agent, const std::string& path, const Site& site) {
  const std::vector<ResolvedFolder> folders = folders_read(agent, site.where);
  return std::any_of(folders.begin(), folders.end(), [&](const ResolvedFolder& folder) {
    return folder.scope == site.scope && normal_path(folder.path) == path;
  });
}

}  // namespace

Result<std::vector<const Agent*>> find_agents(const std::vector<std::string>& ids) {
  std::vector<const Agent*> agents;
  for (const std::string& id : ids) {
    const Agent* agent = find_agent(id);
    if (!agent) {
      const std::string_view near = nearest_agent(id);
      return failure(ErrorKind::usage, "", format("there is no agent \"{}\"", visible(id, 60)),
                     near.empty() ? "`skillstow agents` lists those that are known" : format("did you mean {}?", near));
    }
    if (std::find(agents.begin(), agents.end(), agent) == agents.end()) agents.push_back(agent);
  }
  return agents;
}

Result<std::vector<std::string>> find_agent_ids(const std::vector<std::string>& ids) {
  const auto agents = find_agents(ids);
  if (!agents) return tl::unexpected(agents.error());
  std::vector<std::string> found;
  for (const Agent* agent : *agents) found.emplace_back(agent->id);
  return found;
}

std::vector<const Agent*> agents_present(const Site& site) {
  std::vector<const Agent*> present;
  for (const Agent& agent : all_agents()) {
    if (agent.shared) {
      const std::string folder = skills_folder(agent, site.scope, site.where);
      if (status_behind(folder).kind == FileKind::folder) present.push_back(&agent);
      continue;
    }
    // Only what stands at the site itself counts: an agent of the home says nothing about a project.
    const std::string folder = skills_folder(agent, site.scope, site.where);
    if (folder.empty()) continue;
    Whereabouts here = site.where;
    if (site.scope == Scope::project) {
      here.home.clear();
      here.env = [](const std::string&) { return std::optional<std::string>(); };
    }
    if (is_present(agent, here)) present.push_back(&agent);
  }
  return present;
}

Result<TargetFolders> choose_folders(const Site& site, const std::vector<const Agent*>& agents) {
  const std::string shared = site.absolute(site.scope == Scope::project ? k_shared_project : k_shared_user);
  const auto own = [&site](const Agent* agent) {
    const std::string folder = skills_folder(*agent, site.scope, site.where);
    return folder.empty() ? folder : normal_path(folder);
  };
  const bool shared_is_asked =
      std::any_of(agents.begin(), agents.end(), [&](const Agent* agent) { return own(agent) == shared; });

  TargetFolders result;
  for (const Agent* agent : agents) {
    const std::string folder = own(agent);
    if (folder.empty()) {
      return failure(ErrorKind::usage, "",
                     format("{} has no skills folder {}", agent->name,
                            site.scope == Scope::user ? "for the user" : "in a project"),
                     site.scope == Scope::user ? "leave --user out" : "try --user");
    }
    if (folder.front() != '/') {
      return failure(ErrorKind::usage, folder,
                     format("{} names the folder of {} by a relative path, which means another one everywhere",
                            agent->variable.name, agent->name),
                     "give the variable an absolute path");
    }
    const bool through = shared_is_asked && folder != shared && reads(*agent, shared, site);
    const std::string& goes_to = through ? shared : folder;
    // What is not below the home is there because a variable of the agent's says so; that is consent enough.
    auto settled = settle_folder(site, goes_to, is_below(goes_to, site.root) ? site.root : "");
    if (!settled) return tl::unexpected(settled.error());
    auto place = std::find_if(result.folders.begin(), result.folders.end(),
                              [&](const TargetFolder& p) { return p.folder == *settled; });
    if (place == result.folders.end()) {
      result.folders.push_back({*settled, *settled == goes_to ? "" : site.shown(goes_to), {}, {}});
      place = std::prev(result.folders.end());
    }
    (through ? place->through : place->agents).push_back(agent);
  }
  for (const TargetFolder& place : result.folders) {
    if (!place.through.empty()) {
      result.notes.push_back(format("{} read{} {} too, so no second copy is made", ids_of(place.through),
                                    place.through.size() == 1 ? "s" : "", site.shown(place.folder)));
    }
    for (const TargetFolder& other : result.folders) {
      if (&other == &place) continue;
      for (const Agent* agent : place.agents) {
        if (agent->shared || !reads(*agent, other.folder, site)) continue;
        result.notes.push_back(format("{} reads {} as well as {}, and may list a skill twice", agent->id,
                                      site.shown(other.folder), site.shown(place.folder)));
      }
    }
  }
  return result;
}

Result<TargetFolder> folder_into(const Site& site, const std::string& folder) {
  std::string absolute = folder;
  if (folder.empty() || folder.front() != '/') {
    const auto here = real_path(".");
    if (!here) return tl::unexpected(here.error());
    absolute = join_path(*here, folder);
  }
  if (find_invalid_utf8(absolute) != std::string::npos) {
    return failure(ErrorKind::usage, folder, "its path is not UTF-8, and cannot be written down in the record",
                   "rename the folder");
  }
  auto settled = settle_folder(site, normal_path(absolute), "");
  if (!settled) return tl::unexpected(settled.error());
  return TargetFolder{*settled, {}, {}, {}};
}

}  // namespace skillstow
