#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_most_findings = 10;  // more are told as a number: one fault of layout, not many

void check(const Skill& /*skill*/, Report& report) {
  const std::vector<std::string>& orphans = report.facts().orphans();
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
