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
  // A link that stands in a document again and again is one decision: then it is told at the first place only.
  std::map<std::pair<const SourceFile*, std::string_view>, std::size_t> places;
  const auto key = [](const Link& link) { return std::pair(link.source, std::string_view(link.target)); };
  for (const Link& link : report.facts().links())
    if (link.status == LinkStatus::escapes) ++places[key(link)];
  for (const Link& link : report.facts().links()) {
    if (link.status != LinkStatus::escapes) continue;
    std::size_t& count = places[key(link)];
    if (count == 0) continue;
    std::string message =
        format("the link {} leads out of the skill's folder, and nothing from there comes along with an install",
               shown_target(link));
    if (count > k_told_singly) message += format(" ({} more places below)", count - 1);
    if (count > k_told_singly) count = 0;
    report.in(*link.source, place_of(link), std::move(message),
              "copy the file into the skill, or name the other skill in words");
  }
}

}  // namespace

extern const Rule link_escapes;
constinit const Rule link_escapes = {
    .id = "link-escapes",
    .category = Category::links,
    .severity = Severity::warning,
    .fix = Fixable::no,
    .summary = "A link leads out of the skill",
    .what =
        R"(The target of a link climbs above the skill's folder. Whether something is there does not matter: an install copies the
folder alone.)",
    .why =
        R"(Shared files beside the skill exist in the repository and nowhere else. An agent that follows the link in an installed
copy finds nothing.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](../shared/words.md), then write the table out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references/words.md) or [the same](../example/references/words.md), then write the table out again.
=== references/words.md ===
# Words
)",
    .source = "Agent Skills specification, directory structure: a skill is its folder.",
    .check = check,
};

}  // namespace skillstow::rules
