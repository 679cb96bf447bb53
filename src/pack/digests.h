#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "model/tree.h"
#include "pack/pack_list.h"

namespace skillstow {

// The digests that other tools give a skill, so that their records can be compared with ours: docs/digest.md.

// The id that git gives the folder when it holds exactly the packed files: what gh skill and the global lock of the
// skills program record.
std::string git_tree_id(const PackList& list);

// computedHash in skills-lock.json: over every file of the folder, packed or not, but .git and node_modules. Its text
// has no separators, so two different folders can share it: not to be trusted, only compared.
Result<std::string> skills_lock_hash(const Tree& tree, std::string_view folder);

// ClawHub's fingerprint of the packed files.
std::string clawhub_fingerprint(const PackList& list);

}  // namespace skillstow
