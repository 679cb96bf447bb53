#include "structure/structure_rules.h"

// What stands below a heading.
namespace skillstow::rules {

extern const Rule structure_code_missing;
constinit const Rule structure_code_missing = {
    .id = "structure-code-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the code block that the structure asks for",
    .what =
        R"(A section with `content: [code]` holds a code block with text in it, and if `languages` are given, one in such
a language.

```yaml
sections:
  - title: Example
    content: [code]
```
)",
    .why = R"(An example in words leaves the agent to guess the command; code can be copied.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

Run the formatter on the table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

```bash
column -t table.txt
```
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_link_missing;
constinit const Rule structure_link_missing = {
    .id = "structure-link-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the link that the structure asks for",
    .what = R"(A section with `content: [link]` holds a Markdown link with a target.

```yaml
sections:
  - title: Details
    content: [link]
```
)",
    .why = R"(A section that sends the reader on has to say where; an agent opens only files that it is told of.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Details

The full list of ports is in the references.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Details

The full list stands in [the ports](references/ports.md).
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_list_item_empty;
constinit const Rule structure_list_item_empty = {
    .id = "structure-list-item-empty",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A list that the structure asks for has an item without text",
    .what = R"(Every item of the list in a section with `content: [list]` says something.

```yaml
sections:
  - title: Tips
    content: [list]
```
)",
    .why =
        R"(An empty item is mostly a thought that was never written down, and it shifts the numbers of those after it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

1. Keep the units.
2.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

1. Keep the units.
2. Round to centimetres.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_list_missing;
constinit const Rule structure_list_missing = {
    .id = "structure-list-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the list that the structure asks for",
    .what =
        R"(A section with `content: [list]` holds a list of the right kind with enough items that have text. Lists inside
other lists do not count.

```yaml
sections:
  - title: Tips
    content:
      - list: {kind: ordered, at_least: 2}
```
)",
    .why = R"(Points in a list are followed one by one; the same points in a paragraph get lost.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

Keep the units and round to centimetres.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

1. Keep the units.
2. Round to centimetres.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_paragraph_missing;
constinit const Rule structure_paragraph_missing = {
    .id = "structure-paragraph-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the paragraph of text that the structure asks for",
    .what = R"(A section with `content: [paragraph]` holds running text outside of lists and tables.

```yaml
sections:
  - title: When to Use
    content: [paragraph]
```
)",
    .why = R"(Bare lists leave out how their points belong together.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## When to Use

- tide tables
- harbour data
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## When to Use

Use it when a user pastes harbour data.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_table_missing;
constinit const Rule structure_table_missing = {
    .id = "structure-table-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the table that the structure asks for",
    .what =
        R"(A section with `content: [table]` holds a table in the form of GitHub with at least one row below its head.

```yaml
sections:
  - title: Ports
    content: [table]
```
)",
    .why = R"(Values in a table are found without reading the text around them.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Ports

Dover has 7 m and Calais 6 m.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Ports

| port | range |
|---|---|
| Dover | 7 m |
)",
    .source = k_structure_source,
    .check = nullptr,
};

}  // namespace skillstow::rules
