#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule secret;
constinit const Rule secret = {
    .id = "secret",
    .category = Category::safety,
    .severity = Severity::warning,
    .summary = "A key or password stands in the skill",
    .what =
        R"(Tokens in the shape that their provider gives them, private keys with a body, passwords in addresses, and long random values
that are assigned to a key, token or secret. Placeholders, samples of documentation and references to the environment are
none. The value is never printed.)",
    .why = R"(Whoever has the skill has the key. Once published, it is used by strangers within minutes.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Use postgres://tides:Zq8vN2rT7mK4pL1w@db.example.org/live.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Use the address in `DATABASE_URL`; ask the user if it is not set.
)",
    .source = "MITRE ATT&CK T1552.001, credentials in files; CWE-798.",
    .check = nullptr,
};

}  // namespace skillstow::rules
