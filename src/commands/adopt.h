#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct AdoptOptions {
  std::vector<std::string> names;   // of skills or their folders; empty = those that another installer knows
  bool all = false;                 // --all: copies by hand too
  std::vector<std::string> agents;  // --agent: only what stands where these read; empty = all
  std::string from;                 // --from: where they came from, if nothing says so
  std::string ref;                  // --ref: of that source
  bool user = false;                // --user, -g, --global
  std::string dir = ".";            // --dir: the project's root
  std::string into;                 // --into: only this skills folder
  bool offline = false;             // ask no server
  bool yes = false;                 // no question
  bool dry_run = false;             // only show what would be done
  Format format = Format::text;
};

// Writes into the record what others installed, as it stands. No file of a skill is touched.
ExitCode adopt(const AdoptOptions& options, Io& io);

}  // namespace skillstow
