#include "structure/structure_rules.h"

// Which sections there are, at which level and in which order.
namespace skillstow::rules {

extern const Rule structure_section_duplicate;
constinit const Rule structure_section_duplicate = {
    .id = "structure-section-duplicate",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section is there twice",
    .what = R"(A title that the structure names stands once at its place.

```yaml
sections:
  - title: Example
```
)",
    .why =
        R"(With two sections of one name nobody knows which of them counts, and links to the title reach only the first.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table.

## Example

Two tables.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table, then two.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_section_empty;
constinit const Rule structure_section_empty = {
    .id = "structure-section-empty",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section has a heading and nothing below it",
    .what =
        R"(Every section that the structure names holds something: text, a list, code. Comments and rules do not count.

```yaml
sections:
  - title: Example
```
)",
    .why = R"(A heading promises its content; an agent that finds none makes something up.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

## Tips

Keep the units.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table.

## Tips

Keep the units.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_section_level;
constinit const Rule structure_section_level = {
    .id = "structure-section-level",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section has a heading of another level than the structure asks for",
    .what = R"(A section of level 2 is written with `##`. If no heading of the right level has the title, one of another
level is taken for it.

```yaml
sections:
  - title: Example
    level: 2
```
)",
    .why = R"(The level tells what belongs to what: a section that is too deep becomes part of the one above it.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

Keep the units.

### Example

One table.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Tips

Keep the units.

## Example

One table.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_section_missing;
constinit const Rule structure_section_missing = {
    .id = "structure-section-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section that the structure asks for is not there",
    .what =
        R"(Each entry of `sections` is found by its `title` or one of the titles under `also`; case, width of spaces and
punctuation at the end do not count. `required: false` makes an entry optional.

```yaml
sections:
  - title: When to Use
  - title: Example
```
)",
    .why = R"(Readers who know one skill of a collection look for the same parts in all of them.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## When to Use

When a user pastes harbour data.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## When to Use

When a user pastes harbour data.

## Example

One table.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_section_order;
constinit const Rule structure_section_order = {
    .id = "structure-section-order",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section stands in another place than the structure asks for",
    .what =
        R"(Sections stand in the order of the structure file unless it says `order: free`. Told are the fewest that have
to move.

```yaml
sections:
  - title: When to Use
  - title: Example
```
)",
    .why = R"(The order is part of the instruction: an agent reads from top to bottom and starts early.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table.

## When to Use

When a user pastes harbour data.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## When to Use

When a user pastes harbour data.

## Example

One table.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_section_unknown;
constinit const Rule structure_section_unknown = {
    .id = "structure-section-unknown",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section is there that the structure does not name",
    .what = R"(With `other_sections: refused` only the named sections may stand at their levels.

```yaml
other_sections: refused
sections:
  - title: Example
```
)",
    .why = R"(A team that closes its structure wants each thing in one known place.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Example

One table.

## History

Written in spring.
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
