#include "base/format.h"
#include "base/text.h"
#include "model/junk.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_most_findings = 10;  // more are told as a number: one fault of layout, not many

// Left-overs and a second SKILL.md have rules of their own (file-junk, file-name-collision).
bool is_told_elsewhere(const std::string& path) {
  return static_cast<bool>(junk_at(path)) || equals_ignoring_case(path, "SKILL.md");
}

void check(const Skill& /*skill*/, Report& report) {
  std::vector<std::string> orphans = report.facts().orphans();
  std::erase_if(orphans, is_told_elsewhere);
  for (std::size_t i = 0; i < orphans.size() && i < k_most_findings; ++i) {
    std::string message = "nothing in the skill names this file, so an agent never comes to know of it";
    if (i + 1 == k_most_findings && orphans.size() > k_most_findings)
      message += format(" (and {} more)", orphans.size() - k_most_findings);
    report.about(orphans[i], std::move(message), "name it where it is needed, or take it out");
  }
}

}  // namespace

extern const Rule file_orphan;
constinit const Rule file_orphan = {
    .id = "file-orphan",
    .category = Category::links,
    .severity = Severity::note,
    .summary = "A file that nothing names",
    .what =
        R"(No link, text, command or import leads to the file: neither in SKILL.md nor in a file that is itself named. Naming a
folder names what is in it. Licences, READMEs, manifests, tests and hidden files are left alone.)",
    .why =
        R"(An agent reads a file only when it is told of it. This one costs room in every install and does nothing; often it
is a reference that somebody forgot to name.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
=== references/words.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/words.md), then write the table out again.
=== LICENSE ===
MIT
=== references/words.md ===
# Words
)",
    .source = "Agent Skills specification, progressive disclosure: files are loaded when the instructions name them.",
    .check = check,
};

}  // namespace skillstow::rules
