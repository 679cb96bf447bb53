#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule look_alike;
constinit const Rule look_alike = {
    .id = "look-alike",
    .category = Category::safety,
    .severity = Severity::error,
    .summary = "A word mixes letters of two scripts to look like another",
    .what =
        R"(A word in which Latin letters stand beside Cyrillic, Greek or other letters that are drawn alike, or a command in full-width
letters. Words wholly in one script, formulas and names with a hyphen between scripts are none.)",
    .why =
        R"(The command or address is not the one that is read: a name with a Cyrillic letter leads elsewhere, and a word that is
spelt so is not found by a search.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Open https://tіdes.example.net/ and read the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Этот навык читает CSV. Let α=0.05.
)",
    .source = "Unicode Technical Standard #39, security mechanisms, confusable detection.",
    .check = nullptr,
};

}  // namespace skillstow::rules
