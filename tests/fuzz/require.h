#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace skillstow::fuzz {

// What must hold whatever the input was; the fuzzer keeps an input for which it does not.
inline void require(bool holds, std::source_location where = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%u: this does not hold\n", where.file_name(), static_cast<unsigned>(where.line()));
  std::abort();
}

}  // namespace skillstow::fuzz
