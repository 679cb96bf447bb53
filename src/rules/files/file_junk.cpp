#include <unordered_set>

#include "base/format.h"
#include "base/text.h"
#include "model/junk.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  std::unordered_set<std::string_view> told;  // a folder speaks once, at its first file
  for (const SkillFile& file : skill.files) {
    const Junk junk = junk_at(file.entry.path);
    // Keys and passwords are the safety scan's to judge.
    if (!junk || junk.kind == JunkKind::secret || !told.insert(junk.path).second) continue;
    report.about(file.entry.path,
                 format("{} is {}, and would reach everybody who installs the skill from here", visible(junk.path, 100),
                        junk.what),
                 "delete it, and name it in .gitignore");
  }
}

}  // namespace

extern const Rule file_junk;
constinit const Rule file_junk = {
    .id = "file-junk",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "The left-over of a system, an editor or a build",
    .what =
        R"(The folder holds what programs leave behind: `.DS_Store`, `Thumbs.db`, `__MACOSX`, `__pycache__`, `node_modules`,
caches, swap files and backups. A folder of that kind is told once, at its first file. skillstow leaves these files out
when it installs or packs.)",
    .why = R"(They reach every user, make the folder large, and may hold private paths or outdated code. An archive with
`__MACOSX` in it is refused by some uploads.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== .DS_Store ===
x
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== .gitignore ===
.DS_Store
__pycache__/
)",
    .source = "What Anthropic's packer and gitignore's common templates leave out.",
    .check = check,
};

}  // namespace skillstow::rules
