#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct AgentsOptions {
  std::string id;         // one agent's details; "" = the table of all
  std::string dir = ".";  // the project's root
  Format format = Format::text;
};

// Which agents are known, where they look for skills, and which are present here.
ExitCode agents(const AgentsOptions& options, Io& io);

}  // namespace skillstow
