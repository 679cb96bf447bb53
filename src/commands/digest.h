#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct DigestOptions {
  std::string path = ".";
  std::string skill;            // --skill: which one, where PATH holds several
  std::string format = "text";  // text, json, mcp, apm, clawhub
};

// Prints what is in a skill as digests: ours, those of other tools, and the manifest of its files in their shapes.
ExitCode digest(const DigestOptions& options, Io& io);

}  // namespace skillstow
