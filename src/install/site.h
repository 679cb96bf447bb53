#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/resolve.h"
#include "base/result.h"

namespace skillstow {

// Where skills are installed: one project, or the home for all projects.
//
// Nothing of skillstow's own stands in an agent's skills folder, where an agent would load it. A project has
// skillstow.lock at its root (to be committed) and .skillstow/ for this machine's own affairs: the lock against
// parallel runs, a journal, staging, backups, the list of folders that were made. A home has both in
// $XDG_STATE_HOME/skillstow (~/.local/state/skillstow). What the last change of a site replaced, and texts as they
// were installed, are kept in the home too, so that a project from which all was removed is as it was before; without a
// home that can be written, in .skillstow/.
struct Site {
  Scope scope = Scope::project;
  std::string root;    // absolute, links resolved
  std::string state;   // the folder for this machine's own affairs
  std::string record;  // the file skillstow.lock
  std::string undo;    // the folder for what the last change replaced, see undo_store.h
  std::string bases;   // the folder for texts as they were installed, see base_store.h
  Whereabouts where;

  // A path for messages and for the record: from the project's root, or with "~". Paths elsewhere stay absolute.
  std::string shown(std::string_view absolute) const;
  std::string absolute(std::string_view shown) const;

  std::string staging() const;
  std::string backups() const;
  std::string journal() const;
  std::string lock() const;
  std::string made_folders() const;
};

using Environment = std::function<std::optional<std::string>(const std::string&)>;

// `dir` is the project's root as the user named it. In the user scope HOME must be set and be a folder.
Result<Site> open_site(Scope scope, const std::string& dir, const Environment& env);

bool is_below(std::string_view path, std::string_view folder);  // or the folder itself; both normalised

// `path` with the links in the part of it that exists resolved. Fails if that leads out of `boundary`, through
// something that is no folder, or through a link that leads nowhere: writing there would put files where nobody expects
// them. An empty boundary allows all.
Result<std::string> settle_folder(const Site& site, const std::string& path, const std::string& boundary);

// Whether a link has come between the site and a target since it was recorded: the record names folders with their
// links resolved, so what is behind one now is not what was written. `target` is absolute.
bool is_behind_link(const Site& site, std::string_view target);

}  // namespace skillstow
