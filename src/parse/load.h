#pragma once

#include "model/skill.h"
#include "model/tree.h"

namespace skillstow {

struct LoadLimits {
  WalkLimits walk;
  std::uint64_t max_file_bytes = 32u << 20;    // a larger file is not read, and a finding says so
  std::uint64_t max_skill_bytes = 128u << 20;  // all text files together
};

// Reads the skill in `folder` of the tree ("" = its root), of which `manifest_name` is the SKILL.md. Never fails: what
// could not be read is told in the skill. Zip, tar and gzip files of at most 4 MiB are binary and keep their bytes, for
// those who look into them; other binary files keep nothing. `path` and `folder_name` are for the report (see Skill).
Skill load_skill(const Tree& tree, std::string_view folder, std::string_view manifest_name, std::string path,
                 std::string folder_name, const LoadLimits& limits = {});

}  // namespace skillstow
