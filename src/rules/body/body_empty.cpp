#include "base/text.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// Text that an agent could follow: anything but white space and comments.
bool says_something(std::string_view body) {
  while (true) {
    body = trim(body);
    if (!body.starts_with("<!--")) return !body.empty();
    const std::size_t end = body.find("-->");
    if (end == std::string_view::npos) return false;  // CommonMark: an open comment runs to the end
    body.remove_prefix(end + 3);
  }
}

void check(const Skill& skill, Report& report) {
  const Frontmatter& block = skill.frontmatter;
  if (block.state != Frontmatter::State::present || says_something(skill.body())) return;
  const bool comment = !trim(skill.body()).empty();
  report.at(block.closer,
            std::string(comment ? "there is only a comment" : "there is nothing") +
                " below the frontmatter, so an agent that uses the skill gets no instructions",
            "write what the agent shall do");
}

}  // namespace

extern const Rule body_empty;
constinit const Rule body_empty = {
    .id = "body-empty",
    .category = Category::body,
    .severity = Severity::warning,
    .summary = "There are no instructions below the frontmatter",
    .what = R"(Nothing, or nothing but HTML comments, follows the frontmatter.)",
    .why =
        R"(The body is what an agent reads when it uses the skill. An empty one loads in most agents and does nothing.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

<!-- instructions come here -->
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, body content: the instructions of the skill.",
    .check = check,
};

}  // namespace skillstow::rules
