#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"

// What the rules of the frontmatter share.
namespace skillstow::rules {

// All lines end in a lone carriage return, which no reader of YAML and few agents take for the end of a line.
bool has_lone_returns(const Skill& skill);

// SKILL.md could be read, is UTF-8 and has lines; else the rule "encoding" or the loader speaks, and nobody after them.
bool is_readable(const Skill& skill);

// The block was found, so that its fields may be judged.
bool has_block(const Skill& skill);

// A top-level field of a block that was found, or nullptr.
const YamlNode::Member* find_field(const Skill& skill, std::string_view key);

// A member with a colon behind its key: yaml-cpp lets a lone line of text pass for a key.
bool is_field(const Skill& skill, const YamlNode::Member& member);

// The field is really not there: a block that could not be read whole is looked through for a line that starts it.
bool lacks_field(const Skill& skill, std::string_view key);

// The value, or the key of a field that has none.
Span place_of(const YamlNode::Member& field);

// Where a part of a scalar's text stands in the file: exact if the file has it letter by letter, else the whole value.
Span place_in(const Skill& skill, const YamlNode& value, std::string_view part);

// Text in quotes for a message, made harmless and cut short.
std::string quoted(std::string_view text, std::size_t max_points = 60);

// Nothing but white space and invisible characters.
bool is_blank_text(std::string_view text);

// "{{…}}", "[TODO …]", "<your-name>": a template that was never filled in.
bool is_placeholder(std::string_view text);

// Whether SKILL.md with this edit has a block that can be read.
bool opens_block(const Skill& skill, const Edit& edit);

// "\n", or "\r\n" in a file of such lines.
std::string_view line_end_of(const Skill& skill);

// The text as a YAML value: plain where that reads the same, else in double quotes.
std::string yaml_text(const std::string& text);

// The value, as it is written or as text, put in double quotes.
Fix quote_fix(const Skill& skill, const YamlNode& value);

// The deletion of a field's whole lines. Nothing if something else stands on them: a comment, a bracket around it.
std::optional<Edit> delete_field(const Skill& skill, const YamlNode::Member& field);

// The text as the field's value on the line of its key, in place of a list of one or more lines. Nothing if a comment
// would be lost.
std::optional<Edit> one_line(const Skill& skill, const YamlNode::Member& field, const std::string& text);

// "a number", "a number to readers of YAML 1.1", …: what a plain scalar is besides text; empty for text.
std::string_view type_besides_text(ScalarType type);

// Only readers of the older YAML 1.1 take it for something else than text.
bool is_1_1_only(ScalarType type);

}  // namespace skillstow::rules
