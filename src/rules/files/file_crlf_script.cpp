#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::array<std::string_view, 5> k_shell = {".sh", ".bash", ".zsh", ".ksh", ".dash"};
constexpr std::array<std::string_view, 5> k_windows = {".cmd", ".bat", ".ps1", ".psm1", ".vbs"};

bool is_among(const std::string& extension_of_file, std::span<const std::string_view> extensions) {
  return std::find(extensions.begin(), extensions.end(), extension_of_file) != extensions.end();
}

void check(const Skill& skill, Report& report) {
  for (const SkillFile& file : skill.files) {
    if (file.kind != ContentKind::text) continue;
    const std::string_view text = file.source.text;
    const std::size_t first = text.find("\r\n");
    if (first == std::string_view::npos) continue;
    const std::string end = to_lower(extension(file.entry.path));
    const bool called = text.starts_with("#!") && first == text.find_first_of("\r\n");
    if (is_among(end, k_windows) || (!called && !is_among(end, k_shell))) continue;
    Diagnostic& finding = report.in(
        file.source, span_between(first, first + 1),
        called ? "the script has Windows line ends, so the system looks for an interpreter whose name ends in "
                 "a carriage return"
               : "the script has Windows line ends, and a shell takes the carriage return for a part of each "
                 "command",
        "save it with line feeds, and keep it so with \"*.sh text eol=lf\" in .gitattributes");
    if (file.encoding != Encoding::utf8 && file.encoding != Encoding::utf8_bom) continue;
    Fix fix{"Take the carriage returns out", {}, true};
    for (std::size_t at = first; at != std::string_view::npos; at = text.find("\r\n", at + 2))
      fix.edits.push_back({span_between(at, at + 1), ""});
    finding.fixes.push_back(std::move(fix));
  }
}

}  // namespace

extern const Rule file_crlf_script;
constinit const Rule file_crlf_script = {
    .id = "file-crlf-script",
    .category = Category::files,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A script has Windows line ends",
    .what =
        R"(A shell script, or any script that starts with `#!`, has lines that end in a carriage return and a line feed.
Batch files and PowerShell are left alone, and so are other languages without a `#!` line.)",
    .why =
        R"(The system reads the first line up to the line feed and looks for an interpreter called `bash\r`; a shell takes the
carriage return for a part of every command.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run [the script](scripts/print.sh), then write the table out again.
=== scripts/print.sh (crlf) ===
#!/bin/sh
lp "$1"
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run [the script](scripts/print.sh), then write the table out again.
=== scripts/print.sh ===
#!/bin/sh
lp "$1"
)",
    .source = "POSIX, Shell Command Language: a line ends in a line feed; Linux, execve(2) on the interpreter's name.",
    .check = check,
};

}  // namespace skillstow::rules
