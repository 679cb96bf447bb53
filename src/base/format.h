#pragma once

// The one door to formatted text: becomes std::format when every supported compiler has it.
#include <fmt/core.h>

namespace skillstow {
using fmt::format;  // Where <format> is included too (Catch2 3 does), call it as skillstow::format: else std::format is
                    // found as well.
}
