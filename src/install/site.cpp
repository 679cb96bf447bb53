#include "install/site.h"

#include <unistd.h>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {
namespace {

// The XDG Base Directory specification: relative values are to be ignored.
std::string user_state(const std::string& home, const Environment& env) {
  const std::optional<std::string> state = env("XDG_STATE_HOME");
  if (state && !state->empty() && state->front() == '/') return join_path(normal_path(*state), "skillstow");
  return join_path(home, ".local/state/skillstow");
}

// Whether files can be made there; it may not exist yet.
bool can_be_written(std::string folder) {
  while (folder.size() > 1 && status_behind(folder).kind == FileKind::missing) folder = parent_path(folder);
  return ::access(folder.c_str(), W_OK) == 0 && status_behind(folder).kind == FileKind::folder;
}

// Where `kind` of the site is kept: in the home, or without one that can be written in the project's own folder.
std::string kept_folder(const Site& site, std::string_view kind, const Environment& env) {
  std::string near = site.where.home.empty() ? std::string() : user_state(site.where.home, env);
  if (near.empty() || find_invalid_utf8(near) != std::string::npos || !can_be_written(near)) near = site.state;
  constexpr std::size_t k_digits = 24;  // enough to tell the roots of one home apart
  return join_path(join_path(near, kind), sha256_hex(site.record).substr(0, k_digits));
}

}  // namespace

bool is_below(std::string_view path, std::string_view folder) {
  if (folder == "/") return !path.empty() && path.front() == '/';
  return path.substr(0, folder.size()) == folder && (path.size() == folder.size() || path[folder.size()] == '/');
}

std::string Site::shown(std::string_view absolute_path) const {
  if (!is_below(absolute_path, root)) return std::string(absolute_path);
  if (scope == Scope::user) return with_tilde(absolute_path, root);
  return absolute_path.size() == root.size() ? "." : relative_path(absolute_path, root);
}

std::string Site::absolute(std::string_view shown_path) const {
  if (!shown_path.empty() && shown_path.front() == '/') return std::string(shown_path);
  if (scope == Scope::user && (shown_path == "~" || shown_path.substr(0, 2) == "~/")) {
    return shown_path.size() <= 2 ? root : join_path(root, shown_path.substr(2));
  }
  return normal_path(join_path(root, shown_path));
}

std::string Site::staging() const { return join_path(state, "staging"); }
std::string Site::backups() const { return join_path(state, "backups"); }
std::string Site::journal() const { return join_path(state, "journal.json"); }
std::string Site::lock() const { return join_path(state, "lock"); }
std::string Site::made_folders() const { return join_path(state, "folders.json"); }

Result<Site> open_site(Scope scope, const std::string& dir, const Environment& env) {
  Site site;
  site.scope = scope;
  site.where.env = env;
  const std::optional<std::string> home = env("HOME");
  if (home && !home->empty()) {
    const auto real = real_path(*home);
    site.where.home = real ? *real : normal_path(*home);
    if (scope == Scope::user && !real) {
      return failure(real.error().kind, *home, format("the home folder is not usable: {}", real.error().message),
                     "set HOME to a folder that exists");
    }
  }
  if (scope == Scope::user) {
    if (site.where.home.empty()) {
      return failure(ErrorKind::usage, "", "HOME is not set, so there is no user scope",
                     "set HOME, or leave --user out to install into a project");
    }
    site.root = site.where.home;
    // No project: the folders of one must not be taken for those of the home, even if the home is where this runs.
    site.state = user_state(site.root, env);
    site.record = join_path(site.state, "skillstow.lock");
  } else {
    const auto real = real_path(dir.empty() ? "." : dir);
    if (!real) {
      return failure(real.error().kind, dir, format("the project's folder is not usable: {}", real.error().message),
                     "name the project's root with --dir, or go there");
    }
    if (status_of(*real).kind != FileKind::folder) {
      return failure(ErrorKind::not_regular, dir, "the project's root is no folder", "name a folder with --dir");
    }
    site.root = *real;
    site.where.project = site.root;
    site.state = join_path(site.root, ".skillstow");
    site.record = join_path(site.root, "skillstow.lock");
  }
  if (find_invalid_utf8(site.root) != std::string::npos || find_invalid_utf8(site.state) != std::string::npos) {
    return failure(ErrorKind::usage, site.root,
                   "its path is not UTF-8, and cannot be written down in the journal and the record",
                   "rename the folder");
  }
  site.undo = kept_folder(site, "undo", env);
  site.bases = kept_folder(site, "bases", env);
  return site;
}

Result<std::string> settle_folder(const Site& site, const std::string& path, const std::string& boundary) {
  // Down from the top: what exists must be a folder, and where a link leads is looked at before the next step.
  std::string settled = "/";
  std::string asked = "/";
  bool exists = true;
  const std::string normal = normal_path(path);
  for (const std::string_view part : split(normal, '/')) {
    if (part.empty()) continue;
    asked = join_path(asked, part);
    const std::string next = join_path(settled, part);
    if (!exists) {
      settled = next;
      continue;
    }
    const FileStatus status = status_of(next);
    if (status.kind == FileKind::missing) {
      exists = false;
      settled = next;
    } else if (status.kind == FileKind::folder) {
      settled = next;
    } else if (status.kind == FileKind::link) {
      const std::string target = read_link(next).value_or("");
      const auto real = real_path(next);
      if (!real || status_of(*real).kind != FileKind::folder) {
        return failure(ErrorKind::not_regular, site.shown(asked),
                       format("it is a link to {}, which is no folder", visible(target)),
                       "remove the link, or make the folder that it leads to");
      }
      if (!boundary.empty() && is_below(asked, boundary) && !is_below(*real, boundary)) {
        return failure(ErrorKind::outside, site.shown(asked),
                       format("it is a link to {}, which leads out of {}; skills written there would land in a folder "
                              "that was not asked for",
                              visible(target), boundary),
                       format("name the real folder with --into {}", visible(*real)));
      }
      settled = *real;
    } else {
      return failure(ErrorKind::not_regular, site.shown(asked), "a folder is needed there, and it is a file",
                     "move the file away");
    }
  }
  return settled;
}

bool is_behind_link(const Site& site, std::string_view target) {
  const std::string folder(parent_path(target));
  return settle_folder(site, folder, "").value_or("") != folder;
}

}  // namespace skillstow
