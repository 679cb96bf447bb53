#include "rules/rule.h"

namespace skillstow::rules {

// Found by the one pass of safety/scan.h.
extern const Rule sensitive_path;
constinit const Rule sensitive_path = {
    .id = "sensitive-path",
    .category = Category::safety,
    .severity = Severity::warning,
    .summary = "Reads a file that proves who the user is",
    .what =
        R"(A command or script reads SSH keys, credentials of clouds, registries and Git, browser stores, key rings, wallets, an agent's
own state, the shell's history or the system's password file. With a way out of the machine it is exfiltration. Naming such a
file in a sentence, public keys, examples (`.env.example`) and the tools' own set-up commands are none.)",
    .why = R"(Few tasks need it, and what an agent has read stands in its context, where the next step may send it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```sh
cat ~/.aws/credentials
```
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```sh
aws configure --profile tides
```
)",
    .source = "MITRE ATT&CK T1552.001, credentials in files.",
    .check = nullptr,
};

}  // namespace skillstow::rules
