#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rules/frontmatter/field.h"
#include "rules/rule.h"

namespace skillstow::rules {
namespace {

constexpr std::size_t k_enough_words = 2;

// Words that say nothing about what a skill does.
constexpr std::array<std::string_view, 50> k_fillers = {
    "a",  "about", "agent", "all", "an",    "and",    "any",    "are",  "as",    "ask",  "asked", "be",     "can",
    "do", "does",  "etc",   "for", "help",  "helps",  "i",      "if",   "in",    "is",   "it",    "many",   "more",
    "my", "of",    "on",    "or",  "other", "skill",  "skills", "some", "stuff", "that", "the",   "things", "this",
    "to", "tool",  "tools", "use", "used",  "useful", "user",   "when", "with",  "you",  "your",
};
static_assert(std::is_sorted(k_fillers.begin(), k_fillers.end()));

bool is_filler(std::string_view word) { return std::binary_search(k_fillers.begin(), k_fillers.end(), word); }

struct Words {
  std::size_t telling = 0;      // no fillers; writing without blanks counts two characters as a word
  std::size_t beyond_name = 0;  // of those, the ones that the name does not say
};

Words count_words(std::string_view text, std::string_view name) {
  const std::string lower_name = to_lower(name);
  Words words;
  std::size_t wide = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      const Decoded character = decode_utf8(text, at);
      if (character.point >= 0xC0) ++wide;
      at += character.length;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string word = to_lower(text.substr(at, end - at));
    at = end;
    if (is_filler(word)) continue;
    ++words.telling;
    // "pulls" says no more than the name "pull-notes".
    const std::string_view stem = std::string_view(word).substr(0, word.size() > 3 ? word.size() - 1 : word.size());
    if (lower_name.find(stem) == std::string::npos) ++words.beyond_name;
  }
  words.telling += wide / 2;
  words.beyond_name += wide / 2;
  return words;
}

void check(const Skill& skill, Report& report) {
  const YamlNode::Member* field = find_field(skill, "description");
  if (!field || !field->value.is_scalar() || is_blank_text(field->value.text)) return;
  const std::string_view text = trim(field->value.text);
  if (scalar_type(field->value) != ScalarType::text) return;  // description-type
  const std::string help = "say what the skill does and when to use it, in the words that a user would use";
  if (is_placeholder(text)) {
    report.at(field->value.span, "the description is a template's placeholder that was never filled in", help)
        .severity = Severity::warning;
    return;
  }
  const Words words = count_words(text, skill.name().value_or(""));
  if (words.telling >= k_enough_words && words.beyond_name > 0) return;
  report.at(field->value.span,
            "the description hardly says more than the name, so an agent has little to choose the skill by", help);
}

}  // namespace

extern const Rule description_thin;
constinit const Rule description_thin = {
    .id = "description-thin",
    .category = Category::frontmatter,
    .severity = Severity::note,
    .summary = "The description says next to nothing",
    .what = R"(The description says nothing beyond the name, or fewer than two words of it say anything at all ("use",
"help", "things" and the like do not). A template's placeholder that was never filled in is a warning. No wording is asked for, and long descriptions are never judged.)",
    .why =
        R"(An agent picks a skill by its description. One that says nothing is never picked, however good the body is.)",
    .bad = R"(---
name: example
description: Use when asked.
---

# Tide tables

Read the table, then write it out again.
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

# Tide tables

Read the table, then write it out again.
)",
    .source = "Agent Skills specification, description field: should say what the skill does and when to use it.",
    .check = check,
};

}  // namespace skillstow::rules
