#pragma once

#include <optional>
#include <string>

#include "base/result.h"

namespace skillstow {

// A repository on this machine.
struct RepositoryPlace {
  std::string folder;  // absolute: the working tree's root, or the bare repository itself
  std::string within;  // the way from there to the folder that was asked for; "" = the root
};

// Whether a folder is a bare repository: it has what git itself looks for. Nothing is opened.
bool is_bare_repository(const std::string& folder);

// The repository that a folder is, or stands in; nothing if it stands in none. `folder` is absolute, links resolved.
std::optional<RepositoryPlace> find_repository(const std::string& folder);

// Whether a repository holds a commit.
bool holds_commit(const std::string& folder, const std::string& commit);

}  // namespace skillstow
