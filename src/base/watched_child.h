#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

// What a child process tells its parent while it works. Each word also shows that it is alive.
class ChildReport {
 public:
  explicit ChildReport(int fd) : fd_(fd) {}
  void say(std::string_view text) const;  // at most 64 KiB

 private:
  int fd_;
};

struct WatchLimits {
  unsigned silence = 60;     // seconds without a word from the child
  unsigned total = 1'800;    // seconds in all
  std::uint64_t memory = 0;  // bytes of address space beyond what the process has already; 0 = no limit
  std::uint64_t file = 0;    // bytes of any file that it writes; 0 = no limit
};

// Runs `work` in a child process, so that a library that waits for ever, crashes or eats memory harms nothing but the
// child: it is killed where it breaks a limit, and when the parent dies. The only way to bound a call into a library
// that knows no time limit. Must be called while the process has a single thread. `heard` gets what the child says.
//
// Gives the text that `work` gives (at most 256 MiB), or its error; ErrorKind::timeout when the child was silent or
// took too long, ErrorKind::other when it died, both with no path and no help.
Result<std::string> run_watched(const WatchLimits& limits,
                                const std::function<Result<std::string>(const ChildReport&)>& work,
                                const std::function<void(std::string_view)>& heard);

// Runs a program found in PATH without a shell, with `input` on its standard input and nothing else, and gives what it
// wrote to standard output (at most 64 KiB). What it says on standard error is thrown away. `environment`: "NAME=VALUE"
// to set, "NAME" to unset. Fails if it cannot be run or its exit status is not 0.
Result<std::string> run_program(const std::vector<std::string>& command, std::string_view input,
                                const std::vector<std::string>& environment);

}  // namespace skillstow
