#include "rules/rule.h"

namespace skillstow::rules {

extern const Rule description_collision;
constinit const Rule description_collision = {
    .id = "description-collision",
    .category = Category::agents,
    .severity = Severity::warning,
    .summary = "Two skills describe themselves so alike that either may be chosen",
    .what =
        R"(Two skills that an agent would list together have names and descriptions whose words and pairs of words, weighted by
how rare they are among the skills there, have a cosine of 0.45 or more. Copies of one skill (the same name) are not
compared. Where all descriptions together exceed what agents keep for the list, the cut texts are compared again.)",
    .why =
        R"(An agent chooses a skill by these two texts alone. Where two compete for the same request the choice is chance, and the
one that its author meant is not loaded. Of 7,224 public skills in collections of 20 and more 9 % have such a sibling;
well-kept collections have none.)",
    .bad = R"(=== SKILL.md (folder make-tables) ===
---
name: make-tables
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it. Beside this skill stands print-tables, which "Formats tide tables for print. Use when a
user pastes harbour readings."
)",
    .good = R"(=== SKILL.md (folder make-tables) ===
---
name: make-tables
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table and print it. Beside this skill stands forecast, which "Predicts the next high water from a gauge."
)",
    .source =
        "Cosine of TF-IDF over words and pairs of words; 0.45 is the threshold that a public repository uses for its "
        "own "
        "skills with a list of exceptions.",
    .check = nullptr,  // lint/collisions.cpp, over all skills of a folder
};

}  // namespace skillstow::rules
