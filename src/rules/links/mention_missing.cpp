#include <map>

#include "base/format.h"
#include "base/text.h"
#include "rules/links/link_finding.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_told_singly = 3;

void check(const Skill& /*skill*/, Report& report) {
  // The same file is sometimes named dozens of times in one document: then it is told at the first place only.
  std::map<std::pair<const SourceFile*, std::string_view>, std::size_t> places;
  for (const Mention& mention : report.facts().mentions())
    if (mention.missing) ++places[{mention.source, mention.path}];
  for (const Mention& mention : report.facts().mentions()) {
    if (!mention.missing) continue;
    std::size_t& count = places[{mention.source, mention.path}];
    if (count == 0) continue;
    std::string message =
        format("the text names the file {}, which the skill does not have, so an agent that is sent there fails",
               visible(mention.path, 100));
    if (count > k_told_singly) message += format(" ({} more places below)", count - 1);
    if (count > k_told_singly) count = 0;
    report.in(*mention.source, mention.span, std::move(message),
              mention.exists_as.empty() ? "add the file, or name the right one"
                                        : format("write {}, as the file is spelt", visible(mention.exists_as, 100)));
  }
}

}  // namespace

extern const Rule mention_missing;
constinit const Rule mention_missing = {
    .id = "mention-missing",
    .category = Category::links,
    .severity = Severity::warning,
    .fix = Fixable::no,
    .summary = "The text names a file that the skill does not have",
    .what =
        R"(The text, a code span or a fenced block names a file below `scripts/`, `references/` or `assets/` that is not there. Other
paths are taken for the user's own files; placeholders, patterns, absolute paths, and files that are to be made or belong
to an example are left alone.)",
    .why = R"(An agent is told to read or run the file, and fails at that step.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run `scripts/page.sh` and `scripts/print.sh` on the table, then write it out again.
=== scripts/page.sh ===
pr table.txt
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run `scripts/print.sh` on the table and `references/<port>.md`, then write it out to `docs/plan.md`.
=== scripts/print.sh ===
lp table.txt
)",
    .source = "Agent Skills specification, optional directories: scripts/, references/, assets/.",
    .check = check,
};

}  // namespace skillstow::rules
