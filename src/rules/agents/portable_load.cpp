#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule portable_load;
constinit const Rule portable_load = {
    .id = "portable-load",
    .category = Category::agents,
    .severity = Severity::warning,
    .summary = "Some agents leave the skill out, and no other rule says why",
    .what =
        R"(An agent that reads the place where the skill stands does not list it, for a cause that no other finding names. The
message tells what the agent does and whether it says so; the help names the form that all judged agents load.)",
    .why =
        R"(The form is allowed, so the author has no reason to suspect it, and most agents leave a skill out without a word. Whoever
installs the skill for another agent finds nothing there.)",
    .bad =
        "--- \n"
        R"(name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it. The first line of this file ends with a blank, and Gemini CLI does not list the skill.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it. The first line of this file is the three dashes alone.
)",
    .source = "What the agents answered when they were asked, with their versions: docs/agents.md.",
    .check = nullptr,  // lint/portable.cpp, once the agents' models have spoken
};

}  // namespace skillstow::rules
