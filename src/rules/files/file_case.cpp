#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// Another file of that name in yet another letter case would be in the way, here or on somebody's disk.
bool is_alone(const Skill& skill) {
  return std::count_if(skill.files.begin(), skill.files.end(),
                       [](const SkillFile& file) { return equals_ignoring_case(file.entry.path, "SKILL.md"); }) == 1;
}

void check(const Skill& skill, Report& report) {
  if (skill.manifest_name == "SKILL.md") return;
  Diagnostic& finding = report.about(
      skill.manifest_name,
      format("the file is called {} and must be called SKILL.md; where letter case counts, agents do not find "
             "the skill",
             visible(skill.manifest_name, 40)),
      "rename it to SKILL.md (with git: git mv -f, since a disk may take the two names for one)");
  if (skill.manifest_is_link || !is_alone(skill)) return;
  Fix fix{"Rename it to SKILL.md"};
  fix.renames.push_back({skill.manifest_name, "SKILL.md"});
  finding.fixes.push_back(std::move(fix));
}

}  // namespace

extern const Rule file_case;
constinit const Rule file_case = {
    .id = "file-case",
    .category = Category::files,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "SKILL.md is written in other letter case",
    .what = R"(The folder holds `skill.md`, `Skill.md` or the like, and no `SKILL.md`.)",
    .why =
        R"(On macOS and Windows the file is found, on Linux it is not: none of the agents that were asked there lists such a
skill, and none says why.)",
    .bad = R"(=== skill.md ===
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
)",
    .source =
        "Agent Skills specification, directory structure: a skill is a folder with a SKILL.md. Seen with Claude Code "
        "2.1.197, Codex 0.171.0, Gemini CLI 0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33 on Linux.",
    .check = check,
};

}  // namespace skillstow::rules
