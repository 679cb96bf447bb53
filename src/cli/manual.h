#pragma once

#include <string>

#include "cli/command_help.h"

namespace skillstow {

// The manual page in roff, as man(7) describes it. It bears no date: the same program gives the same page.
std::string manual_page(const CommandTable& commands);

}  // namespace skillstow
