#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct VerifySignatureOptions {
  std::string path;  // --oms: a skill's folder or package
  std::string root;  // --root: the certificates that are trusted, PEM
  Format format = Format::text;
};

// Holds a skill against the signature that it brings, and tells of each claim whether it is so (docs/signatures.md).
// Findings unless all of it holds.
ExitCode verify_signature(const VerifySignatureOptions& options, Io& io);

}  // namespace skillstow
