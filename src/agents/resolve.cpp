#include "agents/resolve.h"

#include <algorithm>
#include <array>

#include "base/file.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr std::string_view k_home = "~/";

bool is_user_folder(std::string_view folder) { return folder.starts_with(k_home); }

// The rest of `path` below `folder`, or nothing if it does not lie in it. Both normalised.
std::optional<std::string_view> below(std::string_view path, std::string_view folder) {
  if (folder.empty() || !path.starts_with(folder)) return std::nullopt;
  const std::string_view rest = path.substr(folder.size());
  if (rest.empty()) return rest;
  if (folder.ends_with('/')) return rest;
  if (!rest.starts_with('/')) return std::nullopt;
  return rest.substr(1);
}

std::string absolute(std::string_view path, std::string_view base) {
  return normal_path(path.starts_with('/') || base.empty() ? std::string(path) : join_path(base, path));
}

// The folders from the project's root down to the current one, deepest first.
std::vector<std::string> levels_of(const Whereabouts& where) {
  const std::string root = normal_path(where.project);
  std::string current = where.current.empty() ? root : normal_path(where.current);
  if (!below(current, root)) current = root;
  std::vector<std::string> folders;
  while (current != root) {
    folders.push_back(current);
    current = std::string(parent_path(current));
  }
  folders.push_back(root);
  return folders;
}

std::span<const ReadFolder> own_two(const Agent& agent, std::array<ReadFolder, 2>& room) {
  room = {ReadFolder{agent.project_dir}, ReadFolder{agent.user_dir}};
  return std::span<const ReadFolder>(room.data(), agent.user_dir.empty() ? 1 : 2);
}

std::span<const ReadFolder> reads_of(const Agent& agent, std::array<ReadFolder, 2>& room) {
  return agent.reads.empty() ? own_two(agent, room) : agent.reads;
}

bool exists(const std::string& path) { return !path.empty() && status_behind(path).kind != FileKind::missing; }

// ".windsurf" of ".windsurf/skills": the folder that is the agent's own. "" where it is shared or has no name of its
// own.
std::string_view own_folder(std::string_view skills) {
  const std::string_view folder = parent_path(skills);
  if (folder.empty() || folder == "." || folder == ".agents" || folder == ".github") return {};
  if (folder == "~" || folder == "~/.agents" || folder == "~/.config/agents") return {};
  return folder;
}

}  // namespace

std::string resolve_folder(const Agent& agent, std::string_view folder, const Whereabouts& where) {
  if (folder.empty()) return {};
  if (!is_user_folder(folder)) return absolute(folder, where.project);
  if (!agent.variable.name.empty() && where.env) {
    if (const auto rest = below(folder, agent.variable.replaces)) {
      const auto value = where.env(std::string(agent.variable.name));
      if (value && !trim(*value).empty()) return absolute(join_path(trim(*value), *rest), where.project);
    }
  }
  if (where.home.empty()) return {};
  return absolute(folder.substr(k_home.size()), where.home);
}

std::string skills_folder(const Agent& agent, Scope scope, const Whereabouts& where) {
  return resolve_folder(agent, scope == Scope::project ? agent.project_dir : agent.user_dir, where);
}

std::vector<ResolvedFolder> folders_read(const Agent& agent, const Whereabouts& where) {
  std::vector<ResolvedFolder> found;
  const auto add = [&found](Scope scope, std::string_view folder, std::string path) {
    if (path.empty()) return;
    const bool known = std::any_of(found.begin(), found.end(), [&](const ResolvedFolder& f) { return f.path == path; });
    if (!known) found.push_back({scope, folder, std::move(path)});
  };
  const std::vector<std::string> levels = levels_of(where);
  std::array<ReadFolder, 2> room;
  for (const ReadFolder& read : reads_of(agent, room)) {
    if (is_user_folder(read.folder)) {
      add(Scope::user, read.folder, resolve_folder(agent, read.folder, where));
      continue;
    }
    for (std::size_t i = 0; i < levels.size(); ++i) {
      if (read.levels == Levels::current && i != 0) continue;
      add(Scope::project, read.folder, absolute(read.folder, levels[i]));
    }
  }
  return found;
}

bool is_present(const Agent& agent, const Whereabouts& where) {
  if (agent.markers.empty()) {
    return exists(resolve_folder(agent, own_folder(agent.user_dir), where)) ||
           exists(resolve_folder(agent, own_folder(agent.project_dir), where));
  }
  return std::any_of(agent.markers.begin(), agent.markers.end(),
                     [&](std::string_view marker) { return exists(resolve_folder(agent, marker, where)); });
}

std::vector<const Agent*> agents_reading(std::string_view folder) {
  std::vector<const Agent*> readers;
  std::array<ReadFolder, 2> room;
  for (const Agent& agent : all_agents()) {
    if (agent.shared) continue;
    const auto reads = reads_of(agent, room);
    if (std::any_of(reads.begin(), reads.end(), [&](const ReadFolder& r) { return r.folder == folder; })) {
      readers.push_back(&agent);
    }
  }
  return readers;
}

namespace {

// The folders by which a place can be known: those in which some component's name starts with ".", since "skills"
// alone is anybody's. As the table has them, each once.
std::vector<std::string_view> find_telling_folders() {
  std::vector<std::string_view> folders;
  const auto add = [&folders](std::string_view folder) {
    if (!folder.starts_with('.') && folder.find("/.") == std::string_view::npos) return;
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
  };
  for (const Agent& agent : all_agents()) {
    std::array<ReadFolder, 2> room;
    for (const ReadFolder& read : own_two(agent, room)) add(read.folder);
    for (const ReadFolder& read : agent.reads) add(read.folder);
  }
  return folders;
}

// Asked for every folder that is passed.
const std::vector<std::string_view>& telling_folders() {
  static const std::vector<std::string_view> folders = find_telling_folders();
  return folders;
}

// Where in `path` the components of `tail` stand, first time; npos if they do not. Gives the end of the match.
std::size_t find_components(std::string_view path, std::string_view tail) {
  for (std::size_t at = path.find(tail); at != std::string_view::npos; at = path.find(tail, at + 1)) {
    const std::size_t end = at + tail.size();
    if ((at == 0 || path[at - 1] == '/') && (end == path.size() || path[end] == '/')) return end;
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<StandingPlace> standing_place(std::string_view path, std::string_view home) {
  std::size_t best = std::string_view::npos;
  std::string_view folder;
  for (std::string_view candidate : telling_folders()) {
    const bool user = is_user_folder(candidate);
    const std::string_view tail = user ? candidate.substr(k_home.size()) : candidate;
    const std::size_t end = find_components(path, tail);
    if (end == std::string_view::npos) continue;
    const bool at_home = !home.empty() && path.substr(0, end) == join_path(home, tail);
    // The outermost match counts; where a name is both a project's and a home's, `home` decides.
    const bool better = end < best || (end == best && user == at_home);
    if (!better) continue;
    best = end;
    folder = candidate;
  }
  if (best == std::string_view::npos) return std::nullopt;
  StandingPlace place;
  place.root = std::string(path.substr(0, best));
  place.folder = folder;
  place.below = best < path.size() ? std::string(path.substr(best + 1)) : std::string();
  if (!place.below.empty()) {
    for (std::string_view part : split(place.below, '/')) {
      if (part.empty()) continue;
      ++place.depth;
      place.hidden = place.hidden || part.starts_with('.');
    }
  }
  place.readers = agents_reading(folder);
  return place;
}

std::string with_tilde(std::string_view path, std::string_view home) {
  const auto rest = below(path, home);
  if (home.empty() || !rest) return std::string(path);
  return rest->empty() ? "~" : "~/" + std::string(*rest);
}

}  // namespace skillstow
