#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct UpdateCommandOptions {
  std::vector<std::string> names;    // of skills or their folders; empty = all
  std::vector<std::string> agents;   // --agent: only what was installed for these; empty = all
  bool user = false;                 // --user, -g, --global
  std::string dir = ".";             // --dir: the project's root
  std::string into;                  // --into: only below this folder
  bool force = false;                // edited ones go back to their source; kept as backups
  bool merge = false;                // update: edits are put together with what is new
  bool prune = false;                // update: what is gone from its source goes here too
  bool frozen = false;               // sync: what the record says, or nothing at all
  bool offline = false;              // ask no server
  std::vector<std::string> allowed;  // --allow-risk
  bool yes = false;                  // no question
  bool dry_run = false;              // only show what would be done
  bool exit_code = false;            // outdated: findings where something is
  Format format = Format::text;
};

// Brings installed skills to what their sources have now, each for itself, and loses nobody's edits.
ExitCode update(const UpdateCommandOptions& options, Io& io);

// What update would do. Changes nothing.
ExitCode outdated(const UpdateCommandOptions& options, Io& io);

// Brings back what the record names and is missing, exactly as recorded.
ExitCode sync(const UpdateCommandOptions& options, Io& io);

}  // namespace skillstow
