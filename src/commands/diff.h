#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct DiffOptions {
  std::vector<std::string> names;   // of skills or their folders; empty = all
  std::vector<std::string> agents;  // --agent: only what was installed for these; empty = all
  bool local = false;               // --local: against what was installed, to see one's own edits
  bool user = false;                // --user, -g, --global
  std::string dir = ".";            // --dir: the project's root
  std::string into;                 // --into: only below this folder
  bool offline = false;             // ask no server
  bool exit_code = false;           // findings where something differs
  Format format = Format::text;
};

// The lines that differ between installed skills and their sources, as a patch from what stands here to what the
// source has; with `local` from what was installed to what stands here. Changes nothing.
ExitCode diff(const DiffOptions& options, Io& io);

}  // namespace skillstow
