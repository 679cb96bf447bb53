#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.h"
#include "cli/io.h"
#include "model/diagnostic.h"

namespace skillstow {

struct CheckOptions {
  std::vector<std::string> paths = {"."};
  std::string format = "text";                        // a reporter's name
  std::optional<Severity> fail_on = Severity::error;  // findings of this severity or graver fail the run; none: never
  std::string structure;                              // built-in template or path of a structure file; "" = none
  std::vector<std::string> skills;                    // only skills of these names; "*" or nothing = all
  unsigned threads = 0;                               // 0 = one for each processor
  bool safety_only = false;                           // `scan`: the safety scan alone
};

// Finds every skill below each path, judges it and reports. Exit status: failure if a path or folder could not be read
// or there is no skill at all; findings as fail_on says; else ok.
ExitCode check(const CheckOptions& options, Io& io);

}  // namespace skillstow
