#pragma once

#include <string>
#include <string_view>

#include "cli/command_help.h"

namespace skillstow {

inline constexpr std::string_view k_completion_shells[] = {"bash", "fish", "zsh"};

// A script that completes commands, options and the values of options that take one of a few; paths elsewhere. For a
// shell of k_completion_shells.
std::string completion_script(const CommandTable& commands, std::string_view shell);

}  // namespace skillstow
