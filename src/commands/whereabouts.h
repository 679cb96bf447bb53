#pragma once

#include <string>

#include "agents/resolve.h"
#include "commands/io.h"

namespace skillstow {

// Where agents' folders are resolved from: `project` (absolute), and the home and variables of the environment. Keeps
// a reference to `io`.
Whereabouts whereabouts_of(const Io& io, std::string project);

}  // namespace skillstow
