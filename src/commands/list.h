#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct ListOptions {
  std::vector<std::string> agents;  // --agent: only what these read; empty = all
  bool user = false;                // --user, -g, --global
  std::string dir = ".";            // --dir: the project's root
  std::string into;                 // --into: only this skills folder
  Format format = Format::text;
};

// What is installed, by skillstow or by others, and whether it is still as it was installed. Changes nothing.
ExitCode list(const ListOptions& options, Io& io);

}  // namespace skillstow
