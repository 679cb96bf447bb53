#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace skillstow {

// A YAML value as it stands in the file. Scalars keep their own text ("1.10", "no"); types are a question asked of it
// (scalar_type), since readers of YAML 1.1 and 1.2 answer it differently. An alias of a scalar has that scalar's text;
// an alias of a collection stays a leaf, so that no document can grow by being read.
struct YamlNode {
  enum class Kind { null, scalar, sequence, map, alias };
  enum class Style { plain, single_quoted, double_quoted, literal, folded, block, flow };

  struct Member;

  Kind kind = Kind::null;
  Style style = Style::plain;
  std::string text;  // of a scalar; of a null as it is written ("", "~", "null"); of an alias its name
  std::string tag;   // as YAML resolves it, where one is written; else empty
  Span span;  // from the first to the last byte of the value, quotes and brackets included, in the text that was parsed
  std::vector<YamlNode> items;  // of a sequence
  std::vector<Member> members;  // of a map, in the order of the file, repeated keys included

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_plain() const { return kind == Kind::scalar && style == Style::plain; }
  const YamlNode* find(std::string_view key) const;  // the first member of that name, or nullptr
};

struct YamlNode::Member {
  YamlNode key;
  YamlNode value;
};

// What a plain scalar is to a reader that resolves types. Quoted and block scalars are always text.
enum class ScalarType {
  text,
  null,
  boolean,
  number,
  boolean_1_1,
  date_1_1,
  number_1_1
};  // *_1_1: to readers of YAML 1.1 only
ScalarType scalar_type(const YamlNode& node);

// "a list", "a mapping", "a number", … for messages.
std::string_view describe(const YamlNode& node);

enum class YamlProblemKind {
  syntax,          // any fault without a kind of its own
  colon,           // ": " or a colon at the end of the line inside a plain scalar
  reserved_start,  // a plain scalar may not start with this character
  after_quote,     // text after a closing quote
  after_flow,      // text after a closing bracket
  unclosed_quote,
  unclosed_flow,
  after_block,  // text on the line of a block scalar's | or >
  tab,
  indentation,  // a line that belongs to nothing
  duplicate_key,
  conflict_marker,
  unknown_alias,
  alias_collection,  // a warning: the alias is not followed
  too_deep,
  too_many,
  too_large,
  several_documents,
};

struct YamlProblem {
  YamlProblemKind kind = YamlProblemKind::syntax;
  Span span;            // in the text that was parsed; the place to point at
  std::string message;  // our own words
  std::string help;
  std::string quoted;  // for colon, reserved_start, after_quote and after_flow: the value in double quotes, ready to
                       // put in; else empty
  Span value;          // what `quoted` would replace; for duplicate_key the first of the equal keys
};

struct YamlDocument {
  YamlNode root;
  std::vector<YamlProblem> problems;  // in the order of the file
  bool parsed = false;                // the whole text was read; false: root holds what could be saved of it
};

struct YamlLimits {
  std::size_t max_bytes = 64 * 1024;
  std::size_t max_depth = 32;
  std::size_t max_nodes = 4'096;
};

// One block document. The text must be UTF-8 without NUL. When it is broken, each entry of the top level is read for
// itself, so that one fault does not hide the others and sound fields are still known. Spans count from the start of
// `text`.
YamlDocument parse_yaml(std::string_view text, const YamlLimits& limits = {});

// The value as a double-quoted YAML scalar.
std::string yaml_double_quoted(std::string_view value);

}  // namespace skillstow
