#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct NewOptions {
  std::string name;
  std::string template_name = "minimal";
  std::string description;  // "" = the template's own sentence
  std::string into = ".";   // the folder in which the skill's folder is made; made itself if it is missing
  bool list = false;        // only tell which templates there are
  Format format = Format::text;
};

// Writes a new skill that passes `check` and its template's structure. All of it is there at the end, or nothing:
// it is written beside its place and renamed. Nothing that is there already is touched.
// findings: something has the name already. usage: bad name or description, unknown template. failure: cannot write.
ExitCode new_skill(const NewOptions& options, Io& io);

}  // namespace skillstow
