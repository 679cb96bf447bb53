#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "structure/heading_pattern.h"

// What a team asks of the layout of its skills, as a structure file says it (docs/structure.md is the reference).
namespace skillstow {

// Something that must stand below a heading.
struct Need {
  enum class Kind { paragraph, code, list, table, link };
  enum class ListKind { any, ordered, bullet };

  Kind kind = Kind::paragraph;
  ListKind list = ListKind::any;
  std::vector<std::string> languages;  // code: first word of the info string; empty = any, none included
  std::uint32_t at_least = 1;          // paragraphs, code blocks, items of one list, rows of one table, links
};

// What is asked of a section. It is found by its title or, if `repeat` is set, by a pattern that several headings may
// fit.
struct SectionSpec {
  std::string title;
  std::vector<std::string> also;  // other accepted titles
  std::optional<HeadingPattern> repeat;
  std::uint8_t level = 2;  // 1 to 6; 0 = any level below the section around it
  bool required = true;
  std::uint32_t at_least = 1;  // of `repeat`: how many headings
  std::string about;           // what belongs here, in words; may be empty
  std::vector<Need> content;
  bool is_steps = false;  // came from `content: [steps]`

  bool any_order = false;
  bool only_these = false;  // no further headings of the levels named in `sections`
  std::vector<SectionSpec> sections;
};

struct Structure {
  std::string name;
  std::string description;
  std::vector<std::string> frontmatter;  // keys that must be there and not empty; "metadata.version" for nested ones
  std::vector<std::string> files;        // paths that must be there; a "/" at the end asks for any file below
  std::uint32_t max_lines = 0;           // of SKILL.md; 0 = no limit
  SectionSpec root;                      // the document: only the last four members count
};

}  // namespace skillstow
