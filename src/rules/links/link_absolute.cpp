#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "rules/links/link_finding.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

std::string_view what_is(LinkFault fault) {
  switch (fault) {
    case LinkFault::absolute:
      return "is an absolute path";
    case LinkFault::drive:
      return "names a drive of Windows";
    case LinkFault::backslash:
      return "has backslashes, which separate folders on Windows alone";
    case LinkFault::file_url:
      return "is a file: URL";
    default:
      return {};
  }
}

void check(const Skill& /*skill*/, Report& report) {
  for (const Link& link : report.facts().links()) {
    const std::string_view what = what_is(link.fault);
    if (what.empty()) continue;
    Diagnostic& finding =
        report.in(*link.source, place_of(link),
                  format("the link {} {}, so it works on one machine or one system only", shown_target(link), what),
                  "write a path from this file, with \"/\" between folders");
    // "/docs/setup" is a page of a web site more often than a file.
    const std::string_view path = std::string_view(link.target).substr(0, link.target.find_first_of("?#"));
    if (link.fault == LinkFault::absolute && extension(path).empty()) finding.severity = Severity::note;
    if (link.fault == LinkFault::backslash)
      if (auto fix = retarget(link, replace_all(link.target.substr(0, link.target.find_first_of("?#")), "\\", "/"),
                              "Write slashes", true))
        finding.fixes.push_back(std::move(*fix));
  }
}

}  // namespace

extern const Rule link_absolute;
constinit const Rule link_absolute = {
    .id = "link-absolute",
    .category = Category::links,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A link is absolute or written for one system",
    .what =
        R"(The target of a link starts with `/`, `~/`, a drive letter or `file:`, or separates folders by backslashes. URLs of the web
are fine; a path from `/` without an extension, which may be a page of a web site, is a note.)",
    .why =
        R"(The path is that of the author's machine. On any other one, and in every installed copy, it leads to nothing. A link that
starts with `/` is meant for a web site; an agent reads it from the root of the disk.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](references\words.md), then write the table out again.
=== references/words.md ===
# Words
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read [the words](./references/words.md) and [the site](https://tides.example.org/words), then write the table out again.
=== references/words.md ===
# Words
)",
    .source = "Agent Skills specification, file references: relative paths.",
    .check = check,
};

}  // namespace skillstow::rules
