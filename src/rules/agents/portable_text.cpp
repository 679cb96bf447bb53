#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule portable_text;
constinit const Rule portable_text = {
    .id = "portable-text",
    .category = Category::agents,
    .severity = Severity::note,
    .summary = "Some agents read another name, description or body than is written",
    .what =
        R"(An agent lists the skill, but with another name, description or body than the file declares, for a cause that no other
finding names. The help names the form that all judged agents read alike.)",
    .why =
        R"(A model chooses skills by name and description, and works by the body. Where an agent reads them in a way of its own, the
skill is found for other requests than its author tried, or does something else.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
)"
           "--- \n"
           R"(
Read the table and print it. The line that closes the block ends with a blank, and Gemini CLI takes this text for empty.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it. The line that closes the block is the three dashes alone.
)",
    .source = "What the agents answered when they were asked, with their versions: docs/agents.md.",
    .check = nullptr,  // lint/portable.cpp, once the agents' models have spoken
};

}  // namespace skillstow::rules
