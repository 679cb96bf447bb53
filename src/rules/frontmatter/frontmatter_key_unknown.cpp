#include <algorithm>
#include <array>

#include "base/edit_distance.h"
#include "base/format.h"
#include "base/text.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

// Agent Skills specification, frontmatter fields.
constexpr std::array<std::string_view, 6> k_specified = {"name",          "description", "license",
                                                         "compatibility", "metadata",    "allowed-tools"};

// Read by at least one agent: Claude Code's skills page, VS Code, Cursor, OpenCode, Qwen Code, Roo Code, Cline, Kimi
// CLI, OpenHands, OpenClaw.
constexpr std::array<std::string_view, 30> k_of_agents = {
    "agent",
    "argument-hint",
    "arguments",
    "background",
    "command-arg-mode",
    "command-dispatch",
    "command-tool",
    "context",
    "disable-model-invocation",
    "disabled",
    "disallowed-tools",
    "effort",
    "globs",
    "homepage",
    "hooks",
    "inputs",
    "mode",
    "modeSlugs",
    "model",
    "paths",
    "priority",
    "shell",
    "slash",
    "triggers",
    "type",
    "user-invocable",
    "when_to_use",
    "alwaysApply",
    "always",
    "<<",
};

bool is_among(std::string_view key, std::span<const std::string_view> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// The same letters but for case, "_" and "-".
bool is_spelling_of(std::string_view key, std::string_view known) {
  const auto letters = [](std::string_view text) {
    std::string out;
    for (const char c : text)
      if (c != '-' && c != '_' && c != ' ') out += to_lower(c);
    return out;
  };
  return letters(key) == letters(known);
}

// The key that was most likely meant. Keys of the specification draw near misses; those of one agent only other
// spellings, since people's own keys ("agents", "models", "tools") are too near to some of them.
std::string_view meant_by(std::string_view key) {
  for (const std::string_view known : k_specified)
    if (is_spelling_of(key, known)) return known;
  for (const std::string_view known : k_of_agents)
    if (is_spelling_of(key, known)) return known;
  if (key.size() < 4) return {};
  const std::string_view near = nearest(key, k_specified);
  // "names" or "game" are words of their own: short keys need more likeness.
  if (near == "name" && edit_distance(key, near, 1) > 1) return {};
  return near;
}

void check(const Skill& skill, Report& report) {
  if (!has_block(skill)) return;
  const YamlNode& root = skill.frontmatter.yaml.root;
  for (const YamlNode::Member& field : root.members) {
    if (!field.key.is_scalar() || !is_field(skill, field)) continue;
    const std::string_view key = field.key.text;
    if (is_among(key, k_specified) || is_among(key, k_of_agents)) continue;
    const std::string_view meant = meant_by(key);
    if (!meant.empty() && !root.find(meant)) {
      Diagnostic& finding =
          report.at(field.key.span,
                    format("no agent knows the key {}, so its value is lost; did you mean {}?", quoted(key), meant),
                    format("write {}", meant));
      finding.severity = Severity::warning;
      finding.fixes.push_back({format("Rename the key to {}", meant), {{field.key.span, std::string(meant)}}, true});
      continue;
    }
    report.at(field.key.span,
              format("no agent reads the key {}; the specification does not name it, and the upload to claude.ai "
                     "refuses it",
                     quoted(key)),
              "move what only people or your own tools need below metadata");
  }
}

}  // namespace

extern const Rule frontmatter_key_unknown;
constinit const Rule frontmatter_key_unknown = {
    .id = "frontmatter-key-unknown",
    .category = Category::frontmatter,
    .severity = Severity::note,
    .fix = Fixable::safe,
    .summary = "A key that no agent reads, or a misspelt one",
    .what =
        R"(The specification defines `name`, `description`, `license`, `compatibility`, `metadata` and `allowed-tools`.
Agents add keys of their own, which are accepted here in silence (`argument-hint`, `model`, `user-invocable`, `paths` and
others). A key that is spelt almost like a known one is a warning with the right spelling; each other key is a note.)",
    .why =
        R"(A misspelt `descripton` is a description that no agent ever sees. Other extra keys do no harm in any agent, and
the specification does not forbid them; but the upload to claude.ai and the reference validator refuse them, and `metadata`
is the place that is made for them.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
allowed_tools: Read
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
allowed-tools: Read
argument-hint: "[file]"
metadata:
  author: harbour-team
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, frontmatter; the agents' own pages on skills for their keys.",
    .check = check,
};

}  // namespace skillstow::rules
