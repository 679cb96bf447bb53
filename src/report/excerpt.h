#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"
#include "model/span.h"

namespace skillstow {

// The line that a finding is in, fit for a terminal or a page, in three parts: cut to so many columns around the place.
struct Excerpt {
  std::string before;
  std::string marked;  // may be empty: a place between two characters
  std::string after;
};

// Makes the excerpts of one skill's findings. The values of secrets are looked for once in each file, and of a line
// only the part around the place is touched: a file that is one long line with thousands of findings costs no more than
// one with as many lines.
class Excerpts {
 public:
  explicit Excerpts(const Skill& skill) : skill_(skill) {}

  // None if the finding is about a whole file or folder.
  std::optional<Excerpt> of(const Diagnostic& finding, std::size_t columns);

 private:
  std::string without_secrets(std::size_t from, std::size_t to) const;

  const Skill& skill_;
  std::string path_;
  const SourceFile* file_ = nullptr;
  std::vector<Span> secrets_;  // of that file
};

}  // namespace skillstow
