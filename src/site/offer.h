#pragma once

#include <optional>

#include "lint/discover.h"
#include "lint/engine.h"
#include "model/skill.h"
#include "model/tree.h"
#include "pack/site_index.h"

namespace skillstow {

// A skill as a site of pages offers it for installing: its file stands beside the index, "pdf.md" or "pdf.tar.gz".
// Nothing for a skill that does not conform to the specification, that fails the safety scan, or that the readers of
// such sites refuse by its size or its links.
std::optional<SiteEntry> offer_of(const Tree& tree, const FoundSkill& found, const Skill& skill,
                                  const Judgement& judgement);

}  // namespace skillstow
