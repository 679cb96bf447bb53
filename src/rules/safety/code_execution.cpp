#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule code_execution;
constinit const Rule code_execution = {
    .id = "code-execution",
    .category = Category::safety,
    .severity = Severity::error,
    .summary = "Text is decoded, or made up at run time, and then run",
    .what =
        R"(A command or script runs text as code: `eval` and `exec` of what was not written out, strings given to a shell, and above
all text that is decoded first (base64, hexadecimal, character codes, changed letters) or bytecode. What decodes to a known
command is told under that command's own rule instead. Methods that share the name (`regex.exec`, `model.eval`) are none.)",
    .why =
        R"(Decoded code cannot be read by whoever reviews the skill. Text from a user, a file or the network that is run as code is
how a document takes over an agent.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```sh
echo ZWNobyB0aGUgdGlkZSBpcyBoaWdoCg== | base64 -d | sh
```
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```sh
echo ZWNobyB0aGUgdGlkZSBpcyBoaWdoCg== | base64 -d
```
)",
    .source = "MITRE ATT&CK T1059 and T1027; OWASP Agentic Skills Top 10.",
    .check = nullptr,
};

}  // namespace skillstow::rules
