#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace skillstow {

// What the repository around a folder says to somebody who is about to publish it.
struct PublishingState {
  std::string root;                  // of the working tree, absolute
  std::vector<std::string> tags;     // by name
  std::vector<std::string> ignored;  // of the paths that were asked for, those that .gitignore and its like leave out
};

// Nothing if the folder (absolute) stands in no working tree. `paths` count from the folder; "/" at the end of one says
// that it is a folder.
Result<std::optional<PublishingState>> publishing_state(const std::string& folder,
                                                        const std::vector<std::string>& paths);

}  // namespace skillstow
