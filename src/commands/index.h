#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct IndexOptions {
  std::string path = ".";
  std::string output;  // -o: the site's root
  bool force = false;
  Format format = Format::text;
};

// Writes what a site must serve so that skills can be installed from it: /.well-known/agent-skills/ with an index and
// one file for each skill below PATH. All are written or none.
ExitCode index(const IndexOptions& options, Io& io);

}  // namespace skillstow
