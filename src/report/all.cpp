#include <array>

#include "report/reporter.h"

namespace skillstow {

extern const Reporter text_reporter;
extern const Reporter json_reporter;

namespace {
constexpr std::array<const Reporter*, 2> k_reporters = {&text_reporter, &json_reporter};
}

std::span<const Reporter* const> all_reporters() { return k_reporters; }

const Reporter* find_reporter(std::string_view name) {
  for (const Reporter* reporter : k_reporters) {
    if (reporter->name == name) return reporter;
  }
  return nullptr;
}

}  // namespace skillstow
