#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct VerifyOptions {
  std::vector<std::string> names;   // of skills or their folders; empty = all
  std::vector<std::string> agents;  // --agent: only what was installed for these; empty = all
  bool user = false;                // --user, -g, --global
  std::string dir = ".";            // --dir: the project's root
  std::string into;                 // --into: only this skills folder
  Format format = Format::text;
};

// Compares the bytes on disk with the record. Findings where something recorded is edited or missing; skills that
// skillstow did not write are told, and no finding.
ExitCode verify(const VerifyOptions& options, Io& io);

}  // namespace skillstow
