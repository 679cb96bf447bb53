#pragma once

#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/io.h"

namespace skillstow {

struct ShowOptions {
  std::string path = ".";  // a skill's folder or SKILL.md, a folder that holds several, or a source (source_spec.h)
  std::string ref;         // --ref, --path, --offline: of a source
  std::string inner;
  bool offline = false;
  Format format = Format::text;
  std::vector<std::string> skills;  // only skills of these names; "*" or nothing = all
};

// Every fact about a skill. JSON: one object, or an array if the path holds several skills. Exit status: failure if the
// path cannot be read or holds no such skill; else ok, whatever the skill is like.
ExitCode show(const ShowOptions& options, Io& io);

}  // namespace skillstow
