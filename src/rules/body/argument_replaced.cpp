#include "base/format.h"
#include "base/text.h"
#include "facts/dynamic.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// The author knows of arguments: a hint, declared names, or the word $ARGUMENTS itself.
bool means_arguments(const Skill& skill, const std::vector<ReplacedText>& replaced) {
  if (find_field(skill, "argument-hint") || find_field(skill, "arguments")) return true;
  for (const ReplacedText& text : replaced)
    if (text.kind != ReplacedText::Kind::numbered && text.kind != ReplacedText::Kind::variable) return true;
  return false;
}

void check(const Skill& skill, Report& report) {
  const std::vector<ReplacedText> replaced = find_replaced_text(skill);
  const bool meant = means_arguments(skill, replaced);
  for (const ReplacedText& text : replaced) {
    if (text.kind != ReplacedText::Kind::numbered) continue;
    Diagnostic& finding = report.at(
        text.span,
        format("Claude Code puts the user's argument in the place of {} before a model reads it, also inside code",
               visible(text.text, 20)),
        meant ? "leave it if the argument is meant; other agents hand the text on as it is"
              : "keep such a command in a script of the skill, where nothing is replaced");
    finding.severity = meant ? Severity::note : Severity::warning;
    finding.agents = {"claude-code"};
  }
}

}  // namespace

extern const Rule argument_replaced;
constinit const Rule argument_replaced = {
    .id = "argument-replaced",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "An agent replaces this text by an argument",
    .what =
        R"(The body holds `$1`, `$2` and so on. Claude Code replaces them by what the user types behind the skill's name, in prose and
in code. Where the skill has `argument-hint`, `arguments` or `$ARGUMENTS`, so that arguments are meant, this is a note.)",
    .why =
        R"(In a command such as `awk '{print $1}'` the sign is not meant for the agent. Without an argument it becomes nothing, and the
command does something else.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```bash
awk '{print $1}' tides.txt
```
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```bash
cut -d' ' -f1 tides.txt
```
)",
    .source = "Seen with Claude Code 2.1.197; its page on skills, passing arguments.",
    .check = check,
};

}  // namespace skillstow::rules
