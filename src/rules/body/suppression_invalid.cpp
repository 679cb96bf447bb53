#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule suppression_invalid;
constinit const Rule suppression_invalid = {
    .id = "suppression-invalid",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "A comment tries to set aside a finding and cannot",
    .what =
        R"(A `skillstow-ignore` comment has no reason after a colon, names no rule or one that does not exist, or names a safety
rule.)",
    .why =
        R"(The finding is reported all the same. Without a reason the next reader cannot tell whether it still holds; and a skill
that could set aside what is said of its own safety would be a way to hide.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

<!-- skillstow-ignore step-gap -->
## Step 1: Read

Read the table and print it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Step 1: Read

Read the table.

<!-- skillstow-ignore step-gap: step 2 was taken out, and others still call the third by its number -->
## Step 3: Print

Print it.
)",
    .source = "skillstow itself: docs/configuration.md tells what the comments say and where they hold.",
    .check = nullptr,  // lint/suppressions.cpp, after all others
};

}  // namespace skillstow::rules
