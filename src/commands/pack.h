#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct PackOptions {
  std::string path = ".";
  std::vector<std::string> targets;  // --for; empty = the default one
  std::string skill;                 // --skill: which one, where PATH holds several
  std::string output;                // -o: a file, or for several targets a folder; "" = named after the skill
  bool force = false;                // pack in spite of findings, and replace what is no package
  bool list = false;                 // only show what would go in
  Format format = Format::text;
};

// Checks a skill and writes its packages, the same bytes everywhere (docs/packages.md). Nothing is written if the check
// or a target refuses it.
ExitCode pack(const PackOptions& options, Io& io);

}  // namespace skillstow
