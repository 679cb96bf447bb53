#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace skillstow {

struct NamedCommand {
  std::string_view name;
  std::size_t offset = 0;  // in the text
};

// The commands of a fence for PowerShell or the Windows command line: cmdlets (Verb-Noun) and known tools where a
// command may start. No full reading of either language; strings and comments are passed over.
std::vector<NamedCommand> find_powershell_names(std::string_view text);

}  // namespace skillstow
