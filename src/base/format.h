#pragma once

// The one door to formatted text: becomes std::format when every supported compiler has it.
#include <fmt/core.h>

namespace skillstow {
using fmt::format;
}
