#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct FixOptions {
  std::vector<std::string> paths = {"."};
  bool diff = false;               // only show the changes, as a patch
  bool unsafe = false;             // also fixes that a person should look at
  std::vector<std::string> rules;  // only fixes of these rules; empty: of all
  std::string config;              // path of the configuration; "" = the nearest one upwards
  Format format = Format::text;
};

// Applies the fixes of all findings below the paths. A file is written whole or not at all, bytes outside the edits
// stay as they are, and nothing is written through a link. Exit status: usage for a rule that does not exist; findings
// with --diff if something would change; failure if something could not be read or written, or if there is no skill;
// else ok.
ExitCode fix(const FixOptions& options, Io& io);

}  // namespace skillstow
