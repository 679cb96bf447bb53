#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"
#include "install/installer.h"

namespace skillstow {

// What an install did or would do, or why it did nothing.
struct InstallReport {
  const Site* site = nullptr;
  const std::vector<Incoming>* incoming = nullptr;
  const TargetFolders* targets = nullptr;
  Method method = Method::copy;
  const std::vector<Step>* steps = nullptr;  // nullptr: nothing was done
  std::vector<Refused> refused;
  std::vector<Backup> backups;
  bool dry_run = false;
};

// Results to standard output, refusals and what was left out to standard error; with JSON the one document as well.
void write_install_report(const InstallReport& report, Format output, Io& io);

// The plan as a person is asked about it: one line for each step.
std::string describe_plan(const InstallReport& report, const std::vector<Step>& steps);

// install --list
ExitCode show_candidates(const Candidates& candidates, const std::string& shown, Format output, Io& io);

}  // namespace skillstow
