#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct PublishOptions {
  std::string path = ".";  // the repository's root
  std::string tag;         // --tag: the version to publish; "" = the one after the highest
  bool dry_run = false;
  Format format = Format::text;
};

// Rehearses the publishing of a repository with skills: what `gh skill publish` and those who install from the
// repository would refuse or pass over, and the commands that publish it, in order. Runs none of them and asks no
// server. Without dry_run wrong usage: there is only the rehearsal.
ExitCode publish(const PublishOptions& options, Io& io);

}  // namespace skillstow
