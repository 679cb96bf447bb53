#pragma once

#include <string>

#include "cli/exit_code.h"
#include "cli/io.h"

namespace skillstow {

struct LspOptions {
  std::string version;  // of the program
};

// A language server on standard input and output, until the editor says "exit" or its end closes.
ExitCode lsp(const LspOptions& options, Io& io);

}  // namespace skillstow
