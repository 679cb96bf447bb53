#include "parse/yaml_scalar.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow {

std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
  return std::min(at, text.size());
}

std::size_t next_line(std::string_view text, std::size_t at) {
  const std::size_t end = end_of_line(text, at);
  if (end == text.size()) return end;
  return end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
}

std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\') {
      ++i;
    } else if (text[i] == quote) {
      if (quote == '"' || i + 1 == text.size() || text[i + 1] != quote) return i + 1;
      ++i;  // '' inside single quotes is one quote
    }
  }
  return std::string_view::npos;
}

std::size_t end_of_flow(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    const char before = i == 0 ? ' ' : text[i - 1];
    const bool at_start = is_space(before) || before == '[' || before == '{' || before == ',' || before == ':';
    if ((c == '"' || c == '\'') && at_start) {
      const std::size_t end = end_of_quoted(text, i);
      if (end == std::string_view::npos) return end;
      i = end - 1;
    } else if (c == '#' && is_space(before)) {
      i = end_of_line(text, i) - 1;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if ((c == ']' || c == '}') && --depth == 0) {
      return i + 1;
    }
  }
  return std::string_view::npos;
}

std::size_t end_of_block(std::string_view text, std::size_t at) {
  std::size_t end = end_of_line(text, at);
  std::size_t indent = 0;
  for (std::size_t line = next_line(text, at); line < text.size(); line = next_line(text, line)) {
    const std::size_t line_end = end_of_line(text, line);
    const std::size_t first = std::min(text.find_first_not_of(' ', line), line_end);
    if (first == line_end) continue;  // a blank line belongs to what follows it
    if (indent == 0) indent = first - line;
    if (first - line < indent || indent == 0) break;
    end = line_end;
  }
  return end;
}

std::size_t end_of_plain(std::string_view text, std::size_t at, std::string_view value) {
  std::size_t raw = at;
  for (const char c : value) {
    if (c == ' ' || c == '\n') {
      while (raw < text.size() && is_space(text[raw])) ++raw;
    } else {
      // A fold can also swallow a comment line's place; then the characters do not meet and the line's end must do.
      if (raw >= text.size() || text[raw] != c) return end_of_line(text, at);
      ++raw;
    }
  }
  return raw;
}

std::size_t skip_properties(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    while (at < text.size() && !is_space(text[at])) ++at;
    while (at < text.size() && is_space(text[at])) ++at;
  }
  return at;
}

namespace {

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  return text;
}

std::size_t digits(std::string_view text, std::size_t at, int base, bool underscores) {
  const auto is_base_digit = [base](char c) {
    if (base == 16 && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))) return true;
    return c >= '0' && c < '0' + std::min(base, 10);
  };
  while (at < text.size() && (is_base_digit(text[at]) || (underscores && text[at] == '_'))) ++at;
  return at;
}

// YAML 1.2, section 10.3.2 (core schema): int and float.
bool is_number_1_2(std::string_view text) {
  if (text.substr(0, 2) == "0x") return text.size() > 2 && digits(text, 2, 16, false) == text.size();
  if (text.substr(0, 2) == "0o") return text.size() > 2 && digits(text, 2, 8, false) == text.size();
  static constexpr std::array<std::string_view, 3> k_nan = {".nan", ".NaN", ".NAN"};
  if (is_one_of(text, k_nan)) return true;
  text = without_sign(text);
  static constexpr std::array<std::string_view, 3> k_inf = {".inf", ".Inf", ".INF"};
  if (is_one_of(text, k_inf)) return true;
  std::size_t at = digits(text, 0, 10, false);
  std::size_t count = at;
  if (at < text.size() && text[at] == '.') {
    const std::size_t end = digits(text, at + 1, 10, false);
    count += end - at - 1;
    at = end;
  }
  if (count == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    const std::size_t end = digits(text, at, 10, false);
    if (end == at) return false;
    at = end;
  }
  return at == text.size();
}

// YAML 1.1 beyond that: 1_000, 0b101, 1:30 (sixty-based).
bool is_number_1_1(std::string_view text) {
  text = without_sign(text);
  if (text.substr(0, 2) == "0b") return text.size() > 2 && digits(text, 2, 2, true) == text.size();
  if (text.empty() || !is_digit(text.front())) return false;
  std::size_t at = digits(text, 0, 10, true);
  bool sixty = false;
  while (at < text.size() && text[at] == ':') {
    const std::size_t end = digits(text, at + 1, 10, false);
    if (end == at + 1 || end > at + 3 || (end == at + 3 && text[at + 1] > '5')) return false;
    at = end;
    sixty = true;
  }
  if (at < text.size() && text[at] == '.') at = digits(text, at + 1, 10, true);
  return at == text.size() && (sixty || text.find('_') != std::string_view::npos);
}

// YAML 1.1, timestamp: 2026-01-05 or with a time behind it.
bool is_date_1_1(std::string_view text) {
  if (text.size() < 8 || digits(text, 0, 10, false) != 4 || text[4] != '-') return false;
  const std::size_t month = digits(text, 5, 10, false);
  if (month == 5 || month > 7 || month >= text.size() || text[month] != '-') return false;
  const std::size_t day = digits(text, month + 1, 10, false);
  if (day == month + 1 || day > month + 3) return false;
  return day == text.size() || text[day] == 'T' || text[day] == 't' || is_blank(text[day]);
}

}  // namespace

ScalarType scalar_type(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::null) return ScalarType::null;
  if (!node.is_plain() || !node.tag.empty()) return ScalarType::text;
  const std::string_view text = node.text;
  static constexpr std::array<std::string_view, 6> k_booleans = {"true", "True", "TRUE", "false", "False", "FALSE"};
  if (is_one_of(text, k_booleans)) return ScalarType::boolean;
  if (is_number_1_2(text)) return ScalarType::number;
  // PyYAML and other readers of YAML 1.1 do not take "y" and "n", though its page lists them.
  static constexpr std::array<std::string_view, 12> k_booleans_1_1 = {"yes", "Yes", "YES", "no",  "No",  "NO",
                                                                      "on",  "On",  "ON",  "off", "Off", "OFF"};
  if (is_one_of(text, k_booleans_1_1)) return ScalarType::boolean_1_1;
  if (is_date_1_1(text)) return ScalarType::date_1_1;
  if (is_number_1_1(text)) return ScalarType::number_1_1;
  return ScalarType::text;
}

std::string_view describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "empty";
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::map:
      return "a mapping";
    case YamlNode::Kind::alias:
      return "an alias";
    case YamlNode::Kind::scalar:
      break;
  }
  switch (scalar_type(node)) {
    case ScalarType::boolean:
    case ScalarType::boolean_1_1:
      return "a boolean";
    case ScalarType::number:
    case ScalarType::number_1_1:
      return "a number";
    case ScalarType::date_1_1:
      return "a date";
    case ScalarType::null:
      return "empty";
    case ScalarType::text:
      break;
  }
  return "text";
}

std::string yaml_double_quoted(std::string_view value) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < value.size();) {
    const Decoded character = decode_utf8(value, at);
    const char c = value[at];
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (c == '\n') {
      quoted += "\\n";
    } else if (c == '\r') {
      quoted += "\\r";
    } else if (c == '\t') {
      quoted += "\\t";
    } else if (character.point < 0x20 || character.point == 0x7F) {
      quoted += format("\\x{:02x}", static_cast<std::uint32_t>(character.point));
    } else {
      quoted.append(value.substr(at, character.length));
    }
    at += character.length;
  }
  return quoted += '"';
}

}  // namespace skillstow
