#pragma once

#include <string>
#include <vector>

// The command line as data, for what is written from it: the manual page and the shells' completions.
namespace skillstow {

struct OptionHelp {
  std::vector<std::string> names;  // "--user", "-g"; of an argument its one name, "PATH"
  std::string value;               // what stands after it, "FILE" or "text|json"; "" = nothing
  std::string about;
  bool required = false;
  bool repeated = false;  // an argument that may be given many times
};

struct CommandHelp {
  std::string name;  // "agents doctor"; of the program itself ""
  std::string about;
  std::vector<OptionHelp> arguments;
  std::vector<OptionHelp> options;
};

// The program itself first, then each command in the order of `--help`.
using CommandTable = std::vector<CommandHelp>;

}  // namespace skillstow
