#include "rules/frontmatter/field.h"

#include <algorithm>

#include "base/text.h"
#include "base/unicode.h"
#include "base/utf8.h"

namespace skillstow::rules {
namespace {

bool starts_field(std::string_view line, std::string_view key) {
  line = trim_left(line);
  const char quote = line.empty() ? '\0' : line.front();
  const bool in_quotes = quote == '"' || quote == '\'';
  if (in_quotes) line.remove_prefix(1);
  if (!line.starts_with(key)) return false;
  line.remove_prefix(key.size());
  if (in_quotes) {
    if (!line.starts_with(quote)) return false;
    line.remove_prefix(1);
  }
  return trim_left(line).starts_with(':');
}

}  // namespace

bool has_lone_returns(const Skill& skill) {
  const std::string_view text = skill.manifest.text;
  return text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
}

bool is_readable(const Skill& skill) {
  return skill.manifest_problem.empty() && (skill.encoding == Encoding::utf8 || skill.encoding == Encoding::utf8_bom) &&
         !has_lone_returns(skill);
}

bool has_block(const Skill& skill) {
  return is_readable(skill) && skill.frontmatter.state == Frontmatter::State::present;
}

const YamlNode::Member* find_field(const Skill& skill, std::string_view key) {
  return has_block(skill) ? skill.frontmatter.find(key) : nullptr;
}

bool is_field(const Skill& skill, const YamlNode::Member& member) {
  if (member.value.kind != YamlNode::Kind::null || !member.value.text.empty()) return true;
  if (skill.frontmatter.yaml.root.style == YamlNode::Style::flow) return true;
  const std::string_view file = skill.manifest.text;
  const std::size_t at = file.find_first_not_of(" \t", member.key.span.end());
  return at != std::string_view::npos && file[at] == ':';
}

bool lacks_field(const Skill& skill, std::string_view key) {
  if (!has_block(skill) || find_field(skill, key)) return false;
  const YamlDocument& yaml = skill.frontmatter.yaml;
  if (yaml.parsed) return yaml.root.kind == YamlNode::Kind::map || yaml.root.kind == YamlNode::Kind::null;
  for (const std::string_view line : split_lines(slice(skill.manifest.text, skill.frontmatter.content)))
    if (starts_field(line, key)) return false;
  return true;
}

Span place_of(const YamlNode::Member& field) { return field.value.span.length > 0 ? field.value.span : field.key.span; }

Span place_in(const Skill& skill, const YamlNode& value, std::string_view part) {
  const std::size_t at = slice(skill.manifest.text, value.span).find(part);
  if (part.empty() || at == std::string_view::npos) return value.span;
  return span_between(value.span.offset + at, value.span.offset + at + part.size());
}

std::string quoted(std::string_view text, std::size_t max_points) { return "\"" + visible(text, max_points) + "\""; }

bool is_blank_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Decoded character = decode_utf8(text, at);
    const CharacterClass kind = classify(character.point);
    if (kind != CharacterClass::space && kind != CharacterClass::control && kind != CharacterClass::format)
      return false;
    at += character.length;
  }
  return true;
}

bool is_placeholder(std::string_view text) {
  const std::string lower = to_lower(trim(text));
  return lower.starts_with("{{") || lower.starts_with("[todo") || lower.starts_with("todo") ||
         lower.starts_with("<your") || lower.starts_with("[your") || lower.starts_with("[insert");
}

bool opens_block(const Skill& skill, const Edit& edit) {
  std::string text = skill.manifest.text;
  text.replace(edit.span.offset, edit.span.length, edit.text);
  const Frontmatter mended = parse_frontmatter(text);
  return mended.state == Frontmatter::State::present && mended.yaml.parsed && mended.is_map();
}

std::string_view line_end_of(const Skill& skill) {
  const std::size_t at = skill.manifest.text.find('\n');
  return at != std::string::npos && at > 0 && skill.manifest.text[at - 1] == '\r' ? "\r\n" : "\n";
}

std::string yaml_text(const std::string& text) {
  const YamlDocument read = parse_yaml("k: " + text);
  const YamlNode* value = read.root.find("k");
  const bool same = read.parsed && read.problems.empty() && read.root.members.size() == 1 && value &&
                    value->is_plain() && value->text == text && scalar_type(*value) == ScalarType::text;
  return same ? text : yaml_double_quoted(text);
}

Fix quote_fix(const Skill& skill, const YamlNode& value) {
  const std::string_view written = slice(skill.manifest.text, value.span);
  return {"Put the value in double quotes",
          {{value.span, yaml_double_quoted(value.is_scalar() ? std::string_view(value.text) : written)}},
          true};
}

std::optional<Edit> delete_field(const Skill& skill, const YamlNode::Member& field) {
  const SourceFile& file = skill.manifest;
  const std::uint32_t first = file.line(field.key.span.offset);
  std::size_t end = field.value.span.length > 0 ? field.value.span.end() : file.text.find(':', field.key.span.end());
  if (end == std::string::npos || end < field.key.span.end()) return std::nullopt;
  if (field.value.span.length == 0) ++end;
  // A block scalar's span may hold its last line end.
  while (end > field.key.span.end() && is_space(file.text[end - 1])) --end;
  const std::uint32_t last = file.line(end - 1);
  const std::size_t begin = file.lines.start(first);
  const std::string_view line = file.lines.text_of(file.text, last);
  const auto line_end = static_cast<std::size_t>(line.data() - file.text.data()) + line.size();
  const std::string_view before = slice(file.text, span_between(begin, field.key.span.offset));
  if (end > line_end || !trim(before).empty() || !trim(slice(file.text, span_between(end, line_end))).empty())
    return std::nullopt;
  const std::size_t next = last < file.lines.line_count() ? file.lines.start(last + 1) : file.text.size();
  if (next > skill.frontmatter.content.end()) return std::nullopt;
  return Edit{span_between(begin, next), ""};
}

std::optional<Edit> one_line(const Skill& skill, const YamlNode::Member& field, const std::string& text) {
  const std::string_view file = skill.manifest.text;
  // From behind the key's colon, so that a list of several lines moves up to the line of its key.
  const std::size_t colon = file.find(':', field.key.span.end());
  const std::size_t end = std::min<std::size_t>(field.value.span.end(), file.size());
  if (colon == std::string_view::npos || colon >= field.value.span.offset) return std::nullopt;
  const std::string_view written = trim_right(slice(file, span_between(colon + 1, end)));
  if (written.find('#') != std::string_view::npos) return std::nullopt;
  return Edit{span_between(colon + 1, colon + 1 + written.size()), " " + yaml_text(text)};
}

std::string_view type_besides_text(ScalarType type) {
  switch (type) {
    case ScalarType::null:
      return "nothing (null)";
    case ScalarType::boolean:
      return "a boolean";
    case ScalarType::number:
      return "a number";
    case ScalarType::boolean_1_1:
      return "a boolean to readers of YAML 1.1";
    case ScalarType::date_1_1:
      return "a date to readers of YAML 1.1";
    case ScalarType::number_1_1:
      return "a number to readers of YAML 1.1";
    case ScalarType::text:
      break;
  }
  return {};
}

bool is_1_1_only(ScalarType type) {
  return type == ScalarType::boolean_1_1 || type == ScalarType::date_1_1 || type == ScalarType::number_1_1;
}

}  // namespace skillstow::rules
