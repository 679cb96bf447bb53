#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct InstallOptions {
  std::string source;                // a folder, a repository
  std::string ref;                   // --ref: branch, tag or commit of the source
  std::string path;                  // --path: the folder in the source
  bool offline = false;              // --offline: ask no server
  std::vector<std::string> agents;   // --agent; empty = those present, else a person is asked
  std::vector<std::string> skills;   // --skill; "*" = all; empty = the only one, else a person is asked
  std::vector<std::string> allowed;  // --allow-risk: rules whose findings keep nothing out
  bool user = false;                 // --user, -g, --global
  std::string dir = ".";             // --dir: the project's root
  std::string into;                  // --into: any skills folder
  bool link = false;                 // a relative link instead of a copy
  bool force = false;                // what stands in the way is put aside; what the gate refuses is installed
  bool yes = false;                  // no question
  bool list = false;                 // only show what the source holds
  bool dry_run = false;              // only show what would be done
  Format format = Format::text;
};

// Judges skills and puts them into agents' folders: all that were asked for, or none.
ExitCode install(const InstallOptions& options, Io& io);

}  // namespace skillstow
