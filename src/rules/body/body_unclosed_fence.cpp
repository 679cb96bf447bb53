#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

// Indented code whose first line looks like a fence: the line itself is a part of the code.
bool is_indented_code(const Document& document, const MarkdownNode& node) {
  const std::string_view file = document.file->text;
  const std::string_view line =
      file.substr(node.span.offset, file.find_first_of("\r\n", node.span.offset) - node.span.offset);
  const std::string_view first = std::string_view(node.text).substr(0, node.text.find('\n'));
  return node.info.empty() && trim_right(line) == trim_right(first);
}

void check(const Skill& /*skill*/, Report& report) {
  for (const Document& document : report.facts().documents().all()) {
    for (const MarkdownNode& node : document.markdown->nodes) {
      if (node.kind != NodeKind::code_block || !node.fenced || node.closed || is_indented_code(document, node))
        continue;
      const std::string_view text = document.file->text;
      const std::string_view line = document.file->lines.text_of(text, document.file->line(node.span.offset));
      const std::size_t begin = node.span.offset;
      const std::size_t end = static_cast<std::size_t>(line.data() - text.data()) + trim_right(line).size();
      const bool stray = trim(slice(text, node.content)).empty();
      const std::uint32_t last = document.file->line(node.span.end());
      report.in(
          *document.file, span_between(begin, std::max(begin, end)),
          stray
              ? std::string(
                    "this fence opens a block and nothing follows it, so it was probably meant to close one that ended "
                    "before: the fences above do not match")
              : format("this code fence is never closed, so everything down to line {} is code to a reader", last),
          stray ? "open a block that shows other fences with more backticks than they have"
                : "close it with a line of the same sign, at least as many as open it");
    }
  }
}

}  // namespace

extern const Rule body_unclosed_fence;
constinit const Rule body_unclosed_fence = {
    .id = "body-unclosed-fence",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "A code fence is never closed",
    .what =
        R"(A fence of backticks or tildes is opened, and no line with at least as many of the same sign closes it before the
text, the list item or the quote around it ends. SKILL.md and the other Markdown files are looked through.)",
    .why =
        R"(To CommonMark everything after the opening fence is code: headings, steps and links below it are none any more, and
an agent may take instructions for output.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.

```
height, time

Then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table.

```
height, time
```

Then write it out again.
)",
    .source = "CommonMark 0.30, section 4.5: a fence without its end runs to the end of the block around it.",
    .check = check,
};

}  // namespace skillstow::rules
