#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct SourceOptions {
  std::string source;
  std::string refs;  // --refs: a file with the refs of the repository, as git ls-remote prints them; "" = not given
  Format format = Format::text;
};

// How a SOURCE is read. Asks no server and opens nothing.
ExitCode explain_source(const SourceOptions& options, Io& io);

}  // namespace skillstow
