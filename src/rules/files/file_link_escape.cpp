#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

bool leaves(const TreeEntry& link) {
  const std::string target = normal_path(join_path(parent_path(link.path), link.link_target));
  return target == ".." || target.starts_with("../");
}

void check(const Skill& skill, Report& report) {
  for (const SkillFile& file : skill.files) {
    const TreeEntry& entry = file.entry;
    if (entry.kind != EntryKind::link || &file == &skill.files.front()) continue;
    const bool absolute = entry.link_target.starts_with('/');
    if (!absolute && !leaves(entry)) continue;
    report.about(entry.path,
                 format("the symbolic link leads {}, to {}; an install leaves it out or would copy what is not the "
                        "skill's",
                        absolute ? "to an absolute path" : "out of the skill", visible(entry.link_target, 100)),
                 "put the file itself into the skill");
  }
}

}  // namespace

extern const Rule file_link_escape;
constinit const Rule file_link_escape = {
    .id = "file-link-escape",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "A symbolic link leads out of the skill",
    .what =
        R"(A symbolic link in the folder has an absolute target, or one that climbs above the skill's folder. Links within the
skill are fine, and so is a SKILL.md that is a link itself.)",
    .why =
        R"(The target is not part of the skill: it is missing after an install, or it is somebody's private file that a
careless copy would carry along. Uploads and packages refuse such links.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== .shared (link to ../../shared) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/words.md), also called [the names](references/names.md), then write the table out again.
=== references/names.md (link to words.md) ===
=== references/words.md ===
# Words
)",
    .source =
        "Agent Skills specification, directory structure: the skill is its folder; the limits of uploads to "
        "claude.ai.",
    .check = check,
};

}  // namespace skillstow::rules
