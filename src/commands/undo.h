#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct UndoOptions {
  bool user = false;      // --user, -g, --global
  std::string dir = ".";  // --dir: the project's root
  bool yes = false;       // no question
  bool dry_run = false;   // only show what would be done
  Format format = Format::text;
};

// Brings back the files and the record as they were before the last change that skillstow made here.
ExitCode undo(const UndoOptions& options, Io& io);

}  // namespace skillstow
