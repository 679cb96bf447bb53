#include <string_view>
#include <unordered_map>

#include "base/format.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

void check(const Skill& skill, Report& report) {
  if (!has_block(skill)) return;
  std::vector<const YamlNode*> waiting{&skill.frontmatter.yaml.root};
  while (!waiting.empty()) {
    const YamlNode& node = *waiting.back();
    waiting.pop_back();
    for (const YamlNode& item : node.items) waiting.push_back(&item);
    std::unordered_map<std::string_view, const YamlNode::Member*> seen;
    for (const YamlNode::Member& member : node.members) {
      waiting.push_back(&member.value);
      if (!member.key.is_scalar()) continue;
      const auto [first, is_new] = seen.try_emplace(member.key.text, &member);
      if (is_new) continue;
      const YamlNode& value = first->second->value;
      Diagnostic& finding = report.at(
          member.key.span,
          format("the key {} was set on line {} already; some agents take the first value, some the last, and "
                 "strict ones drop the skill",
                 quoted(member.key.text), skill.manifest.line(first->second->key.span.offset)),
          "keep one of the two");
      // Only where it does not matter which of the two goes.
      const bool same = value.is_scalar() && member.value.is_scalar() && value.text == member.value.text &&
                        scalar_type(value) == scalar_type(member.value);
      if (const auto edit = same ? delete_field(skill, member) : std::nullopt)
        finding.fixes.push_back({"Delete the second of two equal fields", {*edit}});
    }
  }
}

}  // namespace

extern const Rule frontmatter_duplicate_key;
constinit const Rule frontmatter_duplicate_key = {
    .id = "frontmatter-duplicate-key",
    .category = Category::frontmatter,
    .severity = Severity::error,
    .fix = Fixable::safe,
    .summary = "A key is given twice",
    .what =
        R"(The keys of a YAML mapping must be unique. Here one stands twice, at the top or inside a nested mapping.)",
    .why =
        R"(Readers do different things with it. Claude Code and Gemini CLI take the last value, GitHub Copilot refuses the
file, Codex and OpenCode drop the skill without a message. Whichever it is, one of the two texts is lost.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
license: MIT
metadata:
  author: harbour-team
license: MIT
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print or a screen. Use when a user pastes harbour data.
license: MIT
---

# Tide tables

Read the table, then write it out again.
)",
    .source =
        "YAML 1.2.2, section 3.2.1.1: the keys of a mapping are unique. Seen with Claude Code 2.1.197, Codex "
        "0.171.0, Gemini CLI 0.61.0, GitHub Copilot 1.0.102 and OpenCode 1.18.33.",
    .check = check,
};

}  // namespace skillstow::rules
