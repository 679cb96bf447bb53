#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct CatalogOptions {
  std::vector<std::string> paths = {"."};
  std::string output;    // the site's folder
  std::string title;     // of the site; "" = the name of the first path's folder
  bool history = false;  // of each skill, from git
  bool offers = true;    // the skills themselves, to install from
  unsigned threads = 0;  // 0 = one for each processor
  Format format = Format::text;
  std::string_view version = {};
};

// Writes a static site of every skill below each path. Exit status: failure if a path could not be read, there is no
// skill, or the site could not be written; findings if the folder holds what is not the site's; else ok.
ExitCode catalog(const CatalogOptions& options, Io& io);

}  // namespace skillstow
