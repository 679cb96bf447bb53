#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/skill.h"
#include "pack/pack_list.h"

namespace skillstow {

// A skill as a well-known site offers it (Agent Skills discovery 0.2.0): one file, and its entry in the index.
struct SiteEntry {
  std::string name;
  std::string description;
  std::string type;    // "skill-md" where SKILL.md is all there is, else "archive"
  std::string url;     // from the index
  std::string bytes;   // of the file
  std::string digest;  // "sha256:…" of the bytes
};

inline constexpr std::string_view k_site_folder = ".well-known/agent-skills";

Result<SiteEntry> site_entry(const Skill& skill, const PackList& list, const std::string& name, std::int64_t time);

// index.json over the entries, in the order of their names; their bytes are not needed. `generator` says who may
// replace it: see read_own_site_index().
inline constexpr std::string_view k_index_command = "skillstow";
std::string write_site_index(std::vector<SiteEntry> entries, std::string_view generator = k_index_command);

// What an index that `skillstow index` wrote lists: each file, from the index, with its digest. Fails for any other
// text: what somebody else wrote is not to be replaced.
struct SiteFile {
  std::string url;
  std::string digest;
};
Result<std::vector<SiteFile>> read_own_site_index(std::string_view json, const std::string& file);

}  // namespace skillstow
