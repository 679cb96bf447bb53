#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule portable_text;
constinit const Rule portable_text = {
    .id = "portable-text",
    .category = Category::agents,
    .severity = Severity::note,
    .summary = "Some agents show another name or description than is written",
    .what =
        R"(An agent lists the skill, but with another name or description than the file declares, for a cause that no other
finding names. The help names the form that all judged agents show alike.)",
    .why =
        R"(A model chooses skills by these two texts. Where an agent reads them in a way of its own, the skill is found for other
requests than its author tried, or called by another name.)",
    .bad = R"(---
name: example
description: |+
  Formats tide tables for print. Use when a user pastes harbour data.

---

Read the table and print it.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it.
)",
    .source =
        "What the agents answered when they were asked, with their versions: docs/agents.md.",
    .check = nullptr,  // lint/portable.cpp, once the agents' models have spoken
};

}  // namespace skillstow::rules
