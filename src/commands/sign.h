#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct SignOptions {
  std::string path = ".";
  std::string key;    // --key: the private key, PEM
  std::string cert;   // --cert: its certificate, PEM, with those between it and the root behind it
  std::string chain;  // --chain: those between, where they are in a file of their own
  bool force = false;
  Format format = Format::text;
};

// Writes skill.oms.sig into a skill's folder: a signature over its files (docs/signatures.md).
ExitCode sign(const SignOptions& options, Io& io);

}  // namespace skillstow
