#include "structure/structure_rules.h"

// Numbered headings.
namespace skillstow::rules {

extern const Rule structure_step_duplicate;
constinit const Rule structure_step_duplicate = {
    .id = "structure-step-duplicate",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "The number of a step is used again or goes back",
    .what =
        R"(Numbered headings count 1, 2, 3 in the order of the file. A second series may start below another heading.

```yaml
sections:
  - title: Steps
    content: [steps]
```
)",
    .why = R"(An agent told to go on with step 2 cannot know which one is meant.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 1: Write

Write it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 2: Write

Write it.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_step_form;
constinit const Rule structure_step_form = {
    .id = "structure-step-form",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "The heading of a step is not written in the form that the structure asks for",
    .what = R"(A step has a whole number, the sign and a title, as in `Step 3: Write the table`. Any of : . ) - and the
longer dashes will do as the sign.

```yaml
sections:
  - title: Steps
    content: [steps]
```
)",
    .why = R"(Programs and people find steps by their form; "Step 3a" or a step without a title breaks the count.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 1a: Write

Write it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 2: Write

Write it.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_step_gap;
constinit const Rule structure_step_gap = {
    .id = "structure-step-gap",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "The number of a step is left out",
    .what = R"(Numbered headings start at 1 and leave no number out.

```yaml
sections:
  - title: Steps
    content: [steps]
```
)",
    .why =
        R"(A gap says that a step was lost or that the numbers were not kept up; either way the reader stops to search.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 3: Write

Write it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.

### Step 2: Write

Write it.
)",
    .source = k_structure_source,
    .check = nullptr,
};

extern const Rule structure_steps_missing;
constinit const Rule structure_steps_missing = {
    .id = "structure-steps-missing",
    .category = Category::structure,
    .severity = Severity::error,
    .summary = "A section lacks the steps that the structure asks for",
    .what =
        R"(A section with `content: [steps]` has headings such as `Step 1: …` below it, at least as many as `at_least`
says.

```yaml
sections:
  - title: Steps
    content: [steps]
```
)",
    .why = R"(Steps with headings can be named, counted and taken up again where a run was broken off.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

Read the table, then write it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

## Steps

### Step 1: Read

Read it.
)",
    .source = k_structure_source,
    .check = nullptr,
};

}  // namespace skillstow::rules
