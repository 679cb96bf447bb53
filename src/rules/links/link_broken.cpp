#include "base/format.h"
#include "base/text.h"
#include "rules/links/link_finding.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

void check(const Skill& /*skill*/, Report& report) {
  for (const Link& link : report.facts().links()) {
    if (link.status != LinkStatus::broken) continue;
    if (link.fault == LinkFault::empty) {
      report.in(*link.source, link.span, "the link has no target, so it leads nowhere",
                "write the target, or take the link away");
      continue;
    }
    if (link.fault == LinkFault::from_root) {
      Diagnostic& finding = report.in(
          *link.source, place_of(link),
          format(
              "the link {} is right when it is read from the skill's folder, and wrong from the file that it stands in",
              shown_target(link)),
          format("write {} to be right for both agents and web pages", link.suggestion));
      finding.severity = Severity::note;
      if (auto fix = retarget(link, link.suggestion, "Write the path from this file", false))
        finding.fixes.push_back(std::move(*fix));
      continue;
    }
    if (link.fault != LinkFault::missing) continue;
    Diagnostic& finding =
        report.in(*link.source, place_of(link),
                  format("the {} {} leads to nothing in the skill, so an agent that follows it fails",
                         link.image ? "image" : "link", shown_target(link)),
                  link.suggestion.empty() ? "add the file, or take the link away"
                                          : format("did you mean {}?", visible(link.suggestion, 100)));
    if (auto fix = retarget(link, link.suggestion, "Link to " + link.suggestion, false))
      finding.fixes.push_back(std::move(*fix));
  }
}

}  // namespace

extern const Rule link_broken;
constinit const Rule link_broken = {
    .id = "link-broken",
    .category = Category::links,
    .severity = Severity::warning,
    .fix = Fixable::unsafe,
    .summary = "A link leads to a file that is not there",
    .what =
        R"(The target of a link or an image in SKILL.md or another Markdown file of the skill does not exist. Targets are read from
the file that the link stands in, without `?query` and `#fragment`, with percent codes resolved; reference definitions and
HTML links count too. Text inside code is no link, and neither are placeholders such as `<topic>.md` or `*.md`.)",
    .why =
        R"(An agent is told to read the file when it gets there, and fails at that step. In public skills every seventh that has
relative links has a broken one.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](reference/words.md), then write the table out again.
=== references/words.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/words.md), then write the table out again. For a port see `references/<port>.md`.
=== references/words.md ===
# Words
)",
    .source = "Agent Skills specification, file references: relative paths to files of the skill.",
    .check = check,
};

}  // namespace skillstow::rules
