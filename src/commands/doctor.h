#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct DoctorOptions {
  std::vector<std::string> agents;  // ids; empty = those judged that are present or read a folder here
  std::string dir = ".";            // the project's root
  Format format = Format::text;
};

// What each agent will list in a project: which skills, from which folder, which hide others, which are left out and
// why, which links are dead, and what the list costs. Exit status: findings if something is hidden, left out, dead or
// too long; failure if a folder could not be read.
ExitCode doctor(const DoctorOptions& options, Io& io);

}  // namespace skillstow
