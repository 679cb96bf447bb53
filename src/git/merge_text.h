#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace skillstow {

struct MergedText {
  std::string text;       // only if it is clean
  bool conflict = false;  // both sides changed the same lines
};

// What two people made of one text, put together line by line as git merges files.
Result<MergedText> merge_text(std::string_view base, std::string_view mine, std::string_view theirs);

}  // namespace skillstow
