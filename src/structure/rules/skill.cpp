#include "structure/structure_rules.h"

// What is asked of the skill as a whole.
namespace skillstow::rules {

extern const Rule structure_file_missing;
constinit const Rule structure_file_missing = {
    .id = "structure-file-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A file that the structure asks for is not in the skill",
    .what = R"(Each path under `files` is there; a path with `/` at its end asks for at least one file in that folder.

```yaml
files: [SKILL.md, scripts/]
```
)",
    .why =
        R"(The text of such a skill leans on its files; without them an agent follows instructions that lead nowhere.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run the script.
)",
    .good = R"(=== SKILL.md ===
---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Run [the script](scripts/print.sh).
=== scripts/print.sh (executable) ===
#!/bin/sh
column -t "$1"
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_frontmatter_missing;
constinit const Rule structure_frontmatter_missing = {
    .id = "structure-frontmatter-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "The frontmatter lacks a key that the structure asks for",
    .what = R"(Each key under `frontmatter` is there and has a value; `metadata.version` means the key `version` inside
`metadata`.

```yaml
frontmatter: [license]
```
)",
    .why = R"(A team that collects skills relies on these fields, for instance to know the licence of each.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
license: MIT
---

Read the table, then write it out again.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_too_long;
constinit const Rule structure_too_long = {
    .id = "structure-too-long",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "SKILL.md has more lines than the structure allows",
    .what = R"(`max_lines` counts all lines of SKILL.md, the frontmatter included.

```yaml
max_lines: 8
```
)",
    .why =
        R"(An agent reads the whole file each time the skill is used; what is needed seldom belongs in references/.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.

Write it out.

Compare both.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, write it out.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_unchecked;
constinit const Rule structure_unchecked = {
    .id = "structure-unchecked",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "The structure could not be checked, or not in full",
    .what =
        R"(Said when SKILL.md cannot be read as Markdown, and when a skill has so many breaches that the rest is only
counted.

```yaml
sections:
  - title: Example
```
)",
    .why = R"(Silence would look like a skill that keeps to the structure.)",
    .bad = R"(=== SKILL.md (link to ../gone/SKILL.md) ===
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table.
)",
    .source = k_structure_source,
    .check = nullptr,
};

}  // namespace skillstow::rules
