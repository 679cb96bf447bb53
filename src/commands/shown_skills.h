#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "commands/io.h"
#include "facts/history.h"
#include "fetch/open_source.h"
#include "lint/places.h"

namespace skillstow {

// The skills of a PATH|SOURCE.
struct ShownSkills {
  Places places;
  std::vector<std::string> names;      // those that are asked for; empty = all
  std::optional<OpenedSource> source;  // set: they are not read from a path

  // Where a skill comes from: from the source, or from git if it lies on the disk.
  std::optional<History> history(std::size_t place, const Skill& skill, Io& io) const;
};

struct ShownOptions {
  std::string text;                // PATH|SOURCE
  std::vector<std::string> names;  // --skill
  std::string ref;
  std::string path;
  bool offline = false;
};

// Anything that is on the disk is a path; only then a text may be another kind of source.
Result<ShownSkills> open_shown(const ShownOptions& options, Io& io);

}  // namespace skillstow
