#include <unordered_map>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/unicode.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  std::unordered_map<std::string, const SkillFile*> seen;  // SKILL.md stands first
  for (const SkillFile& file : skill.files) {
    const auto [first, is_new] = seen.try_emplace(fold_case(file.entry.path), &file);
    if (is_new) continue;
    const std::string& other = first->second->entry.path;
    Diagnostic& finding =
        report.about(file.entry.path,
                     format("the names {} and {} are one to macOS and Windows, so one of the two files is lost there",
                            visible(file.entry.path, 100), visible(other, 100)),
                     "rename one of them");
    // Which of two manifests counts is no matter of taste.
    if (first->second == &skill.files.front()) finding.severity = Severity::error;
  }
}

}  // namespace

extern const Rule file_name_collision;
constinit const Rule file_name_collision = {
    .id = "file-name-collision",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "Two names are the same to some disks",
    .what =
        R"(Two files of the skill have names that differ only in letter case, or in how Unicode writes the same letter. If
one of them is SKILL.md itself, this is an error.)",
    .why =
        R"(The disks of macOS and Windows hold both names as one. At a clone or an install one file takes the place of the
other, and edits to the lost one never arrive.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](words.md) and [the names](Words.md), then write the table out again.
=== Words.md ===
# Names
=== words.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](words.md) and [the names](names.md), then write the table out again.
=== names.md ===
# Names
=== words.md ===
# Words
)",
    .source = "The default disks of macOS (APFS) and Windows (NTFS) do not tell letter case apart.",
    .check = check,
};

}  // namespace skillstow::rules
