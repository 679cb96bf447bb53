#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/links/link_finding.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

// The way from the file with the link to the file that it means.
std::string right_path(const Link& link) {
  const std::string_view base = parent_path(link.source->path);
  return relative_path(link.exists_as, base.empty() ? "." : base);
}

void check(const Skill& /*skill*/, Report& report) {
  for (const Link& link : report.facts().links()) {
    if (link.fault != LinkFault::spelling) continue;
    Diagnostic& finding = report.in(
        *link.source, place_of(link),
        format("the link {} is spelt otherwise than the file, {}; where letter case counts it leads to nothing",
               shown_target(link), visible(link.exists_as, 100)),
        format("write {}", visible(right_path(link), 100)));
    if (auto fix = retarget(link, right_path(link), "Spell the link as the file", true))
      finding.fixes.push_back(std::move(*fix));
  }
}

}  // namespace

extern const Rule link_case;
constinit const Rule link_case = {
    .id = "link-case",
    .category = Category::links,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A link is spelt in other letter case than its file",
    .what = R"(The target of a link exists only in other letter case, or in another Unicode form of the same letters.)",
    .why =
        R"(The disks of macOS and Windows do not tell the two apart, so that the link works for its author and fails on Linux and
on the web.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/Words.md), then write the table out again.
=== references/words.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/words.md), then write the table out again.
=== references/words.md ===
# Words
)",
    .source = "Agent Skills specification, file references; names of files differ by letter case on Linux.",
    .check = check,
};

}  // namespace skillstow::rules
