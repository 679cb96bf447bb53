#pragma once

#include <memory>

#include "base/result.h"
#include "fetch/open_source.h"
#include "model/tree.h"

namespace skillstow {

// The package at an address, as a tree in memory. What was fetched is kept in the cache; `options.offline` reads it
// there.
Result<std::shared_ptr<const Tree>> fetch_package(const SourceSpec& spec, const OpenOptions& options);

// The skills that an index (/.well-known/agent-skills/index.json, version 0.2) names, a folder for each; only those of
// options.skills where it names some. A skill is a SKILL.md or an archive; its SHA-256 must be the one that the index
// says, or all of it is refused. At most 500 skills and 128 MiB together.
Result<std::shared_ptr<const Tree>> fetch_index(const SourceSpec& spec, const OpenOptions& options);

}  // namespace skillstow
