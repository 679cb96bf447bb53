#include "rules/rule.h"

namespace skillstow::rules {

// Found by lint/collection.cpp: it needs all skills of a folder.
extern const Rule listing_budget;
constinit const Rule listing_budget = {
    .id = "listing-budget",
    .category = Category::tokens,
    .severity = Severity::warning,
    .summary = "The names and descriptions of a folder's skills are too long together",
    .what =
        R"(The names and descriptions of all skills in one skills folder have more characters together than agents keep for
the list when they do not know the size of their context.)",
    .why =
        R"(An agent carries the list of its skills in every conversation and gives it a small share of its context. Above that
share descriptions are cut or whole skills left out, without a word to the user.)",
    .bad = "",
    .good = "",
    .source =
        "Codex 0.171.0: 2 % of the context window, or 8,000 characters where it is not known; Claude Code: 1 % of "
        "the context window.",
    .check = nullptr,
};

}  // namespace skillstow::rules
