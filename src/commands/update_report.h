#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"
#include "install/update.h"

// What update, outdated and sync tell, in one form.
namespace skillstow {

struct UpdateReport {
  const Site* site = nullptr;
  const std::vector<UpdateStep>* steps = nullptr;
  std::vector<Backup> backups;
  bool dry_run = false;   // nothing was written
  std::string_view rest;  // said where there is no step at all
};

// One line for each step, with the files below it; refusals and failures to standard error. With JSON the one document
// as well. Gives the exit status: failures to read before refusals.
ExitCode write_update_report(const UpdateReport& report, Format output, Io& io);

// A step as a person is asked about it; empty where it does nothing.
std::string describe_step(const Site& site, const UpdateStep& step);

// A commit or digest, short.
std::string short_version(const std::string& version);

}  // namespace skillstow
