#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/io.h"

namespace skillstow {

struct FixOptions {
  std::vector<std::string> paths = {"."};
  bool diff = false;  // only show the changes
};

// Applies the safe fixes of all findings below the paths. A file is written whole or not at all, bytes outside the
// edits stay as they are, and a file behind a link is left alone. Exit status: findings with --diff if something would
// change; failure if something could not be read or written; else ok.
ExitCode fix(const FixOptions& options, Io& io);

}  // namespace skillstow
