#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule bidi;
constinit const Rule bidi = {
    .id = "bidi",
    .category = Category::safety,
    .severity = Severity::error,
    .summary = "Marks change the order in which text is shown",
    .what =
        R"(The text holds characters that turn the direction of writing: overrides (U+202D, U+202E) anywhere, or embeddings and
isolates (U+202A to U+202C, U+2066 to U+2069) in a line without any letter of a script that is written from right to left.
Direction marks in Hebrew or Arabic text are left alone.)",
    .why =
        R"(What a person reads is then not what is there: a reviewer sees a comment where the shell or the model sees a command.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Say ‮flow ot tide‬ before you start.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

שלום‏ (hello): greet the user in Hebrew.
)",
    .source =
        "The Unicode Bidirectional Algorithm, UAX #9; the attack is known as Trojan Source "
        "(CVE-2021-42574).",
    .check = nullptr,
};

}  // namespace skillstow::rules
