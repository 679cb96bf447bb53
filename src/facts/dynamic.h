#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/skill.h"
#include "model/span.h"

// What Claude Code does to the body of SKILL.md before a model reads it. As seen with Claude Code 2.1.197 and a server
// that logs what it is sent; other agents hand the body on as it is.
namespace skillstow {

// A command that runs when the skill is loaded; its output takes the place of the text.
struct DynamicCommand {
  std::string command;  // trimmed; a block is one command of several lines
  std::string file;
  std::uint32_t line = 0;  // of the command's first byte
  Span span;               // with the marks around it
  bool block = false;      // ```! … ```, else !`…`
  bool in_code = false;    // stands in a fence or code span of the Markdown, so it was perhaps meant as an example
};
std::vector<DynamicCommand> find_dynamic_commands(const Skill& skill);

// A piece of the body that is replaced: "$ARGUMENTS", "$ARGUMENTS[0]", "$1", a name from the field "arguments",
// "${CLAUDE_SKILL_DIR}".
struct ReplacedText {
  enum class Kind {
    all,       // $ARGUMENTS
    indexed,   // $ARGUMENTS[2]
    numbered,  // $2, also in "$2.50"
    named,     // $issue, declared in the frontmatter
    variable,  // ${CLAUDE_SKILL_DIR} and the like: replaced whatever the user types
  };
  Kind kind = Kind::numbered;
  std::string text;
  std::string file;
  std::uint32_t line = 0;
  Span span;
  bool in_code = false;
};
std::vector<ReplacedText> find_replaced_text(const Skill& skill);

}  // namespace skillstow
