#include "base/format.h"
#include "base/text.h"
#include "facts/dynamic.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  for (const DynamicCommand& dynamic : find_dynamic_commands(skill)) {
    Diagnostic& finding =
        report.at(dynamic.span,
                  format("Claude Code runs {} when it loads the skill, before a model or a person sees it{}",
                         "\"" + visible(dynamic.command, 60) + "\"",
                         dynamic.in_code ? ", although it stands in code as an example would" : ""),
                  dynamic.in_code ? "if it is an example, take the exclamation mark away"
                                  : "make sure that it cannot fail or do harm");
    finding.severity = dynamic.in_code ? Severity::warning : Severity::note;
    finding.agents = {"claude-code"};
  }
}

}  // namespace

extern const Rule dynamic_command;
constinit const Rule dynamic_command = {
    .id = "dynamic-command",
    .category = Category::body,
    .severity = Severity::note,
    .summary = "A command runs when the skill is loaded",
    .what =
        R"(The body holds `!` and a command between backticks, or a fence that opens with three backticks and `!`. Claude Code runs
such commands when the skill is loaded and puts their output in their place. Inside code, where it may be an example, this
is a warning, since it runs there too.)",
    .why =
        R"(The command runs without a question, and if it fails the skill cannot be used. Other agents hand the text on as it is, so
that the output is missing there.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

The branch is !`git branch --show-current`.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Ask git for the branch: `git branch --show-current`.
)",
    .source = "Seen with Claude Code 2.1.197; its page on skills, dynamic context.",
    .check = check,
};

}  // namespace skillstow::rules
