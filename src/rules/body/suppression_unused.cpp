#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule suppression_unused;
constinit const Rule suppression_unused = {
    .id = "suppression-unused",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "A comment sets aside a finding that is not there",
    .what =
        R"(A `skillstow-ignore` comment names a rule that finds nothing in its own lines, in the block below it, or (as the first
thing of the body) in the whole file. Comments for rules that the configuration turns off are not judged.)",
    .why =
        R"(The fault was mended, or the comment and what it spoke of were moved apart. A comment that is left over would hide the
next fault of that kind without anybody having looked at it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

<!-- skillstow-ignore link-broken: the file is made when the skill runs -->
Read the table and print it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

<!-- skillstow-ignore link-broken: the file is made when the skill runs -->
Read the table and print it to [the report](out/report.md).
)",
    .source = "skillstow itself: docs/configuration.md tells what the comments say and where they hold.",
    .check = nullptr,  // lint/suppressions.cpp, after all others
};

}  // namespace skillstow::rules
