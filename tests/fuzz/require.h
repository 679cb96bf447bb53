#pragma once

#include <cstdlib>

namespace skillstow::fuzz {

// What must hold whatever the input was; the fuzzer keeps an input for which it does not.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace skillstow::fuzz
