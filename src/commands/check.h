#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"
#include "model/diagnostic.h"

namespace skillstow {

// Findings of this severity or graver fail the run; empty: none does.
using FailOn = std::optional<Severity>;

struct CheckOptions {
  std::vector<std::string> paths = {"."};
  std::string format = "text";      // a reporter's name
  std::optional<FailOn> fail_on;    // unset: as the configuration says, else errors
  std::string config;               // path of the configuration; "" = the nearest one upwards
  bool no_config = false;           // as if there were none
  std::string baseline;             // file of accepted findings; "" = none
  std::string write_baseline;       // accept all findings: write them to this file; "" = no
  std::vector<std::string> agents;  // judge for these alone; empty = as configured, else all
  std::string structure;            // built-in template or path of a structure file; "" = none
  std::vector<std::string> skills;  // only skills of these names; "*" or nothing = all
  unsigned threads = 0;             // 0 = one for each processor
  bool safety_only = false;         // `scan`: the safety scan alone
  std::string_view version = {};    // of the program, for outputs that name their maker
};

// Finds every skill below each path, judges it and reports. Exit status: failure if a path or folder could not be read
// or there is no skill at all; findings as fail_on says; else ok.
ExitCode check(const CheckOptions& options, Io& io);

}  // namespace skillstow
