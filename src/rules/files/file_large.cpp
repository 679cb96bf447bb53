#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// Claude Code 2.1.197 does not list a skill with a SKILL.md of 2 MB, GitHub Copilot 1.0.102 refuses it; Zed stops at
// 100 KB.
constexpr std::uint64_t k_large_manifest = 1'000'000;

std::string megabytes(std::uint64_t bytes) { return format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

void check(const Skill& skill, Report& report) {
  for (const SkillFile& file : skill.files) {
    const bool manifest = &file == &skill.files.front();
    if (file.entry.kind != EntryKind::file) continue;
    if (file.entry.size >= (manifest ? k_large_manifest : report.limits.file_bytes)) {
      report.about(file.entry.path,
                   manifest
                       ? format("SKILL.md has {}; Claude Code and GitHub Copilot do not list a skill of that size",
                                megabytes(file.entry.size))
                       : format("the file has {}; uploads of skills stop at 25 to 30 MB, and everybody who installs "
                                "the skill fetches it",
                                megabytes(file.entry.size)),
                   manifest ? "move what is not needed every time into files beside it"
                            : "let the skill fetch it when it is needed, or make it smaller");
    }
  }
}

}  // namespace

extern const Rule file_large;
constinit const Rule file_large = {
    .id = "file-large",
    .category = Category::files,
    .severity = Severity::warning,
    .summary = "A file is very large",
    .what =
        R"(A file has 10 MB or more, or SKILL.md 1 MB or more. That a file was too large to be looked into, or cannot be read, is
told by opaque-code.)",
    .why =
        R"(Uploads of skills have limits for a file and for the whole, and each install fetches everything. Claude Code and
GitHub Copilot do not list a skill whose SKILL.md has 2 MB.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Put [the chart](assets/chart.psd) above the table, then write it out again.
=== assets/chart.psd (12000000 bytes) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Put [the chart](assets/chart.png) above the table, then write it out again.
=== assets/chart.png (120000 bytes) ===
)",
    .source =
        "The limits of uploads to the Claude API (30 MB) and the OpenAI API (25 MB a file). Seen with Claude Code "
        "2.1.197 and GitHub Copilot 1.0.102.",
    .check = check,
};

}  // namespace skillstow::rules
