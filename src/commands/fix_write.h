#pragma once

#include <string>

#include "base/result.h"
#include "lint/fixer.h"

namespace skillstow {

// Brings one changed file of the skill in `folder` to the disk: its new text, then its execute bits, then its new name.
// The text is written beside it, flushed and put in place in one step, with the mode of the old file; not if the file
// has other bytes by now than those that the fix was made for, or is no regular file any more. A new name never takes
// the place of another file; one that differs in letter case alone works where the disk does not tell case apart.
Result<void> write_change(const std::string& folder, const FileChange& change);

}  // namespace skillstow
