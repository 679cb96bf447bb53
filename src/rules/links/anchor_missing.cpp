#include "base/format.h"
#include "base/text.h"
#include "rules/links/link_finding.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

void check(const Skill& /*skill*/, Report& report) {
  for (const Link& link : report.facts().links()) {
    if (!link.fragment_missing) continue;
    const bool same_file = link.status == LinkStatus::anchor;
    Diagnostic& finding = report.in(
        *link.source, place_of(link),
        format("no heading of {} gives the anchor \"#{}\", so the link leads to the top of the file",
               same_file ? std::string("this file") : visible(link.path, 100), visible(link.fragment, 60)),
        link.fragment_suggestion.empty() ? "name a heading in small letters, with hyphens for blanks"
                                         : format("did you mean #{}?", visible(link.fragment_suggestion, 60)));
    const std::optional<Span> target = target_span(link);
    const std::size_t hash = link.target.find('#');
    if (target && hash != std::string::npos && !link.fragment_suggestion.empty())
      finding.fixes.push_back({"Link to #" + link.fragment_suggestion,
                               {{span_between(target->offset + hash + 1, target->end()), link.fragment_suggestion}},
                               false});
  }
}

}  // namespace

extern const Rule anchor_missing;
constinit const Rule anchor_missing = {
    .id = "anchor-missing",
    .category = Category::links,
    .severity = Severity::note,
    .fix = Fixable::unsafe,
    .summary = "A link names an anchor that does not exist",
    .what =
        R"(The part of a link behind `#` is the anchor of no heading and of no `id` in the file that it leads to. Headings give anchors
as GitHub makes them: small letters, hyphens for blanks, other signs left out.)",
    .why =
        R"(The file is found and the place in it is not: a reader, or an agent that was sent to one section, gets the whole file.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the heights](#height), then write the table out again.

## Heights

In metres.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the heights](#heights), then write the table out again.

## Heights

In metres.
)",
    .source = "GitHub, section links in Markdown; the Agent Skills specification says nothing on anchors.",
    .check = check,
};

}  // namespace skillstow::rules
