#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "install/contents.h"
#include "install/standing.h"

namespace skillstow {

// A file whose new content comes from neither side alone.
struct MergedFile {
  std::string path;
  bool executable = false;
  std::string bytes;
};

// A skill's folder put together from what was installed, what stands there and what the source has now.
struct Merge {
  Contents contents;                   // what comes from the source
  std::vector<std::string> kept;       // what stays as it stands
  std::vector<MergedFile> merged;      // what both sides changed
  std::vector<std::string> conflicts;  // what only a person can settle: nothing may be written then
};

// Keeps files that somebody added; everything else is the source's.
Merge keep_additions(const Contents& theirs, const std::vector<RecordedFile>& written,
                     const std::vector<RecordedFile>& standing);

// Three-way: a file that only one side changed is that side's; one that both changed is merged line by line if it is
// text. `base`, `mine` and `theirs` read a file's bytes; `base` may fail where the old version cannot be had.
using ReadFile = std::function<Result<std::string>(const std::string& path)>;
Merge merge_three_ways(const Contents& theirs, const std::vector<RecordedFile>& written,
                       const std::vector<RecordedFile>& standing, const ReadFile& read_base, const ReadFile& read_mine,
                       const ReadFile& read_theirs);

}  // namespace skillstow
