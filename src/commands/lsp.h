#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct LspOptions {
  std::string version;  // of the program
};

// A language server on standard input and output, until the editor says "exit" or its end closes.
ExitCode lsp(const LspOptions& options, Io& io);

}  // namespace skillstow
