#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace skillstow {

// What the repository around a folder says of it.
struct FolderHistory {
  std::string remote;                   // address of "origin", else of the first remote; "" without one
  std::string commit;                   // of HEAD, hexadecimal
  std::string path;                     // of the folder, from the root of the working tree; "." = the root
  std::optional<std::int64_t> changed;  // when HEAD's history last changed the folder, in seconds since 1970, UTC;
                                        // absent if no commit has the folder
};

// Nothing if the folder stands in no repository or the repository has no commit yet. The library is opened only if a
// ".git" stands in the folder or above it. Follows the history as `git log -1 -- PATH` does, over at most 20,000
// commits; a shallow clone ends earlier, and then the oldest commit that is there is taken.
Result<std::optional<FolderHistory>> folder_history(const std::string& folder);

// A commit that changed a folder.
struct FolderChange {
  std::string commit;     // hexadecimal
  std::int64_t time = 0;  // seconds since 1970, UTC
};

// The commits that changed the folder, newest first, at most `most`; along the way that folder_history goes, over as
// many commits. Empty if the folder stands in no repository.
Result<std::vector<FolderChange>> folder_changes(const std::string& folder, std::size_t most);

}  // namespace skillstow
