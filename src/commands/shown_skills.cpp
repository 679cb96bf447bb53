#include "commands/shown_skills.h"

#include "base/file.h"
#include "base/path.h"
#include "commands/skill_history.h"
#include "commands/source_options.h"

namespace skillstow {

std::optional<History> ShownSkills::history(std::size_t place, const Skill& skill, Io& io) const {
  if (!places.in_package(place)) return skill_history(skill, io);
  if (!source || source->commit.empty()) return std::nullopt;
  const std::string path = join_path(source->path, places.found(place).folder);
  const std::string repository = source->on_disk ? "" : repository_address(source->origin);
  return History{repository, source->commit, path.empty() ? "." : path, ""};
}

Result<ShownSkills> open_shown(const ShownOptions& options, Io& io) {
  ShownSkills shown;
  shown.names = options.names;
  const bool bare_name = options.text.find_first_of("/:#") == std::string::npos;
  const bool plain = options.ref.empty() && options.path.empty();
  if (plain && (bare_name || status_behind(options.text).kind != FileKind::missing)) {
    shown.places = find_places({options.text}, io.env("HOME").value_or(""));
    return shown;
  }
  OpenOptions opening = open_options(options.ref, options.path, options.offline, io);
  opening.stale_allowed = true;
  opening.skills = options.names;
  auto opened = open_source(options.text, opening);
  if (!opened) return tl::unexpected(opened.error());
  if (!opened->spec.skill.empty()) shown.names.push_back(opened->spec.skill);
  Places::Root root;
  root.tree = opened->tree;
  root.shown = opened->shown;
  root.absolute = opened->root;
  root.name = opened->whole_repository ? "" : opened->name;  // a repository's name is not the skill's folder's
  root.package = opened->root.empty();
  add_root(shown.places, std::move(root), discovery_of(*opened, io));
  shown.source = std::move(*opened);
  return shown;
}

}  // namespace skillstow
