#pragma once

#include <string>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

struct ExplainOptions {
  std::string rule;             // id; "" = one line for each rule
  std::string format = "text";  // text, json, or markdown: the pages of docs/rules
};

// What a rule means, why it is there, and an example of bad and good. Usage error for an id that is not known.
ExitCode explain(const ExplainOptions& options, Io& io);

}  // namespace skillstow
