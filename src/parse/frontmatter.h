#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"
#include "parse/yaml.h"

namespace skillstow {

// The block of YAML between two lines of exactly "---" at the start of SKILL.md (Agent Skills specification, "SKILL.md
// format"). A UTF-8 mark before it is ignored; white space after the dashes of either line is accepted.
struct Frontmatter {
  enum class State {
    present,    // opened and closed; `yaml` tells whether its content can be read
    missing,    // the file has no block at all
    misplaced,  // there is one, but not from line 1: something stands before it, or the opening line is wrong
    unclosed,   // opened on line 1 and never closed
  };

  State state = State::missing;
  Span opener;   // the opening line without its end; of a misplaced block the line that looks like one
  Span closer;   // the closing line without its end; of an unclosed block the line that was probably meant, or empty
  Span content;  // the bytes between the two lines, with the last line end
  std::size_t body = 0;  // byte offset where the Markdown starts
  std::string note;      // misplaced, unclosed, missing: what was seen instead, for the message
  std::string help;
  YamlDocument yaml;  // spans count from the start of the file

  bool is_map() const { return state == State::present && yaml.root.kind == YamlNode::Kind::map; }
  const YamlNode::Member* find(std::string_view key) const;  // a top-level field, or nullptr
};

Frontmatter parse_frontmatter(std::string_view file);

}  // namespace skillstow
