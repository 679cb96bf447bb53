#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct RemoveOptions {
  std::vector<std::string> names;   // of skills, never paths; may be empty with `all`
  bool all = false;                 // --all: whatever skillstow installed
  std::vector<std::string> agents;  // --agent: only for these
  bool user = false;                // --user, -g, --global
  std::string dir = ".";            // --dir: the project's root
  std::string into;                 // --into: only in this skills folder
  bool force = false;               // edited ones too; they are kept as backups
  bool yes = false;                 // no question
  bool dry_run = false;             // only show what would be done
  Format format = Format::text;
};

// Removes what skillstow wrote and finds unchanged; files that somebody added stay.
ExitCode remove_skills(const RemoveOptions& options, Io& io);

}  // namespace skillstow
