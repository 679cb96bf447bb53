#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "facts/sections.h"
#include "model/skill.h"

namespace skillstow {

// Something the author wrote; code stands between backticks.
struct Quote {
  std::string text;
  std::string file;
  std::uint32_t line = 0;
};

// What the author says of the skill, in the author's words: from the sidecar .skillstow-page.yaml, from
// agents/openai.yaml, from the body. Nothing is there that nobody wrote.
struct Authored {
  std::string title;                // sidecar
  std::string summary;              // sidecar
  std::vector<Quote> what;          // sidecar; else the text between the title and the first section
  std::vector<Quote> when;          // sidecar; else the lists (or the text) of sections like "When to Use"
  std::vector<Quote> when_not;      // of sections like "When not to use"
  std::vector<Quote> prompts;       // sidecar, default_prompt of agents/openai.yaml, sections like "Example prompts"
  std::vector<Quote> requirements;  // sidecar, sections like "Requirements"
};

inline constexpr const char* k_sidecar = ".skillstow-page.yaml";

Authored find_authored(const Skill& skill, const std::vector<Section>& sections);

// The text below a node as one line: code in backticks, breaks as blanks, raw HTML left out.
std::string text_of(const Markdown& markdown, std::uint32_t node);

// Tools of an agent that the text tells it to use: a name like write_file in code, behind "use", "using", "call" or
// "with", or before "tool". In the order of the text, each once.
std::vector<Quote> find_named_tools(const Skill& skill);

}  // namespace skillstow
