#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace skillstow {

enum class NodeKind : std::uint8_t {
  document,
  block_quote,
  list,
  item,
  code_block,
  html_block,
  paragraph,
  heading,
  thematic_break,
  text,
  soft_break,
  line_break,
  code_span,
  html_inline,
  emphasis,
  strong,
  link,
  image,
};

// A node of the CommonMark tree. Nodes stand in document order; the descendants of nodes[i] are i + 1 … end - 1.
struct MarkdownNode {
  NodeKind kind = NodeKind::document;
  std::uint32_t parent = 0;  // index; of the document 0
  std::uint32_t end = 0;     // index one past the last descendant
  Span span;               // in the file. Blocks: whole lines without the last line end. Inlines: verified against the
                           // bytes; where cmark's position proves wrong and the literal is not found, that of the block
  bool exact = true;       // false: the span is that of the block around it
  bool ordered = false;    // list
  bool fenced = false;     // code_block
  bool closed = true;      // code_block: its closing fence is there
  bool reference = false;  // link, image: written with a reference definition, [text][label]
  std::uint8_t level = 0;  // heading: 1 to 6
  std::uint32_t start = 0;  // list: the first number; item of an ordered list: the number as written
  std::string text;  // text, code_span, code_block, html: the literal; link, image: the destination as CommonMark
                     // reads it, percent codes kept; heading: its plain text
  std::string info;  // code_block: the info string; link, image: the title
  Span content;      // code_block: the lines between the fences, in the file; text is that with the indentation of
                     // containers removed
};

struct ReferenceDefinition {
  Span span;  // its line
  std::string label;
  std::string destination;
};

// The body of SKILL.md or another Markdown file, parsed.
struct Markdown {
  std::vector<MarkdownNode> nodes;  // nodes[0] is the document
  std::vector<ReferenceDefinition> definitions;
  bool too_complex = false;  // above a limit: only the document node is there

  // The next node after nodes[i] that is not inside it.
  std::uint32_t skip(std::uint32_t i) const { return nodes[i].end; }
  bool inside(std::uint32_t i, NodeKind kind) const;  // has an ancestor of that kind
};

// A Markdown file is parsed up to this size; real ones stay below 300 KB.
inline constexpr std::size_t k_max_markdown_bytes = 1024 * 1024;

// cmark 0.30 needs quadratic time for repeated "![[]()" (CVE-2023-22486, not mended in Debian); above this many "![" a
// text is not parsed. 2,000 cost about 10 ms.
inline constexpr std::size_t k_max_image_openers = 2'000;

// Parses file[begin, …]. Spans count from the start of the file, so the frontmatter is passed over with `begin`.
Markdown parse_markdown(std::string_view file, std::size_t begin = 0);

}  // namespace skillstow
