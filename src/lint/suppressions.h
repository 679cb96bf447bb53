#pragma once

#include <vector>

#include "config/settings.h"
#include "model/diagnostic.h"
#include "model/skill.h"
#include "rules/rule.h"

namespace skillstow {

// Takes out of `findings` those that comments in the skill's Markdown files set aside, and adds those about the
// comments themselves: `suppression-invalid`, `suppression-unused`. Gives the number taken out. Documented for people
// in docs/configuration.md:
//   <!-- skillstow-ignore RULE, RULE: reason -->    its own lines and the block below it; as the first thing of a body,
//                                                   the whole file, and of SKILL.md also what concerns the whole folder
//   # skillstow-ignore RULE: reason                 a line of its own in the frontmatter: the entry below it
// Safety findings are never set aside: the comment may have come with the skill that it speaks of.
std::size_t apply_suppressions(const Skill& skill, const Settings& settings, Report& report,
                               std::vector<Diagnostic>& findings);

}  // namespace skillstow
