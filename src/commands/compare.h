#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

enum class CompareFormat { text, json, html };

struct CompareOptions {
  std::vector<std::string> paths;
  std::vector<std::string> skills;  // only skills of these names; "*" or nothing = all
  CompareFormat format = CompareFormat::text;
  std::string_view version = {};
};

// Two to eight skills side by side. Exit status: failure if a path could not be read or there are fewer than two
// skills; usage if there are more than eight; else ok.
ExitCode compare(const CompareOptions& options, Io& io);

}  // namespace skillstow
