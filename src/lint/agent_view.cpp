#include "lint/agent_view.h"

#include <map>

#include "base/file.h"
#include "base/path.h"
#include "base/utf8.h"
#include "lint/places.h"

namespace skillstow {
namespace {

void look_into(const ResolvedFolder& folder, const Whereabouts& where, AgentView& view) {
  const Places places = find_places({folder.path}, where.home);
  for (const Skipped& skip : places.skipped) {
    if (skip.failed) view.unreadable.push_back(skip);
  }
  for (std::size_t i = 0; i < places.skills.size(); ++i) {
    const Skill skill = places.load(i);
    SeenSkill& seen = view.skills.emplace_back();
    seen.path = places.shown(i);
    seen.scope = folder.scope;
    seen.verdict = predict_for(*view.agent, skill, places.placement(i));
    if (!seen.verdict.loads) seen.state = SeenSkill::State::left_out;
  }
  const Result<std::vector<FolderEntry>> entries = read_folder(folder.path);
  if (!entries) return;  // find_places has told it
  for (const FolderEntry& entry : *entries) {
    const std::string path = join_path(folder.path, entry.name);
    if (entry.kind != FileKind::link || status_behind(path).kind != FileKind::missing) continue;
    view.dead_links.push_back({path, read_link(path).value_or("")});
  }
}

// Of skills with one name the first is listed, unless the agent keeps all.
void shadow(AgentView& view) {
  if (keeps_same_names(view.agent->id)) return;
  std::map<std::string, std::string> first;  // path by name
  for (SeenSkill& seen : view.skills) {
    if (seen.state != SeenSkill::State::listed) continue;
    const auto [at, is_new] = first.emplace(seen.verdict.name, seen.path);
    if (is_new) continue;
    seen.state = SeenSkill::State::shadowed;
    seen.shadowed_by = at->second;
  }
}

}  // namespace

AgentView view_of(const Agent& agent, const Whereabouts& where) {
  AgentView view;
  view.agent = &agent;
  for (const ResolvedFolder& folder : folders_read(agent, where)) {
    if (status_behind(folder.path).kind != FileKind::folder) continue;
    view.folders.push_back(folder);
    look_into(folder, where, view);
  }
  shadow(view);
  std::vector<ListingEntry> entries;
  for (const SeenSkill& seen : view.skills) {
    if (seen.state != SeenSkill::State::listed) continue;
    entries.push_back({count_code_points(seen.verdict.name), count_code_points(seen.verdict.description)});
  }
  if (const ListingBudget* budget = listing_budget_of(agent.id)) {
    view.listing = cost_of_listing(*budget, entries);
  } else {
    for (const ListingEntry& entry : entries) view.listing.characters += entry.name + entry.description;
  }
  return view;
}

}  // namespace skillstow
