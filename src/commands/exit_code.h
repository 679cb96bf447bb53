#pragma once

namespace skillstow {

// The exit status is part of the interface: scripts branch on it.
enum class ExitCode : int {
  ok = 0,        // done, nothing at or above --fail-on
  findings = 1,  // findings, or a refusal that keeps somebody's files
  usage = 2,     // the command line is wrong
  failure = 3,   // could not read, fetch or write
};

// The graver of two: a failure to read beats findings.
constexpr ExitCode worse(ExitCode a, ExitCode b) { return static_cast<int>(a) > static_cast<int>(b) ? a : b; }

}  // namespace skillstow
