#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule opaque_code;
constinit const Rule opaque_code = {
    .id = "opaque-code",
    .category = Category::safety,
    .severity = Severity::warning,
    .summary = "A program that nobody can read, or that the scan did not look into",
    .what =
        R"(Compiled programs and libraries, bytecode without its source, files of no known kind, and archives. Pictures, fonts and
documents are none. Bytecode whose source stands beside it, and archives that nothing unpacks, are a note. Whatever is longer or
more deeply nested than the scan follows, files that it could not read, and scripts that are no text are an error, so that
padding is no way past it. It also says how many findings of a skill are not listed because there are too many.)",
    .why = R"(A review cannot tell what such a file does, and neither can a scan.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run `tools/tides`.
=== tools/tides.exe (4000 bytes) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run `python3 tools/tides.py`.
=== tools/tides.py ===
print("high")
)",
    .source = "MITRE ATT&CK T1027, obfuscated files or information.",
    .check = nullptr,
};

}  // namespace skillstow::rules
