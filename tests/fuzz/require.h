#pragma once

#include <cstdio>
#include <cstdlib>

namespace skillstow::fuzz {

// What must hold whatever the input was; the fuzzer keeps an input for which it does not. The builtins of GCC and Clang
// stand in for std::source_location, which Clang 14 does not have.
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: this does not hold\n", file, line);
  std::abort();
}

}  // namespace skillstow::fuzz
