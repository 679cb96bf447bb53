#pragma once

#include <cstdint>
#include <string>

namespace skillstow {

// What a skill may cost before a rule speaks. A team may set its own (docs/configuration.md).
struct Limits {
  std::uint64_t tokens = 5'000;           // of the body, estimated; Agent Skills specification, progressive disclosure
  std::uint64_t lines = 500;              // of SKILL.md; same place
  std::uint64_t listing = 8'000;          // code points of all names and descriptions of a folder: what Codex 0.171 and
                                          // Claude Code fall back on where they do not know the context window
  std::uint64_t file_bytes = 10'000'000;  // of one bundled file. Uploads: OpenAI's API takes 25 MB for a file, the
                                          // Claude API 30 MB for a whole skill; of 24,980 public skills 6 are larger
                                          // than 8 MiB altogether
};

// "the 5,000 that the specification recommends", or "the limit of 3,000" where a team has set its own.
std::string limit_in_words(std::uint64_t limit, std::uint64_t recommended);

}  // namespace skillstow
