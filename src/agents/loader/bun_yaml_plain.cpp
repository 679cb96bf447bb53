// Plain scalars of Bun's YAML scanner, and the types that they resolve to.
#include <charconv>
#include <cmath>

#include "agents/loader/bun_yaml_reader.h"
#include "base/text.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

bool is_break(unsigned char c) { return c == '\n' || c == '\r'; }
bool is_white(unsigned char c) { return c == ' ' || c == '\t'; }
bool is_flow(unsigned char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

struct Resolved {
  Kind kind = Kind::string;
  std::string text;
};

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

// YAML 1.2, core schema: ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool is_core_number(std::string_view text) {
  std::size_t at = 0;
  if (text.starts_with('.')) {
    const std::size_t digits = digits_at(text, 1);
    if (digits == 0) return false;
    at = 1 + digits;
  } else {
    const std::size_t digits = digits_at(text, 0);
    if (digits == 0) return false;
    at = digits;
    if (at < text.size() && text[at] == '.') at += 1 + digits_at(text, at + 1);
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    const std::size_t digits = digits_at(text, at);
    if (digits == 0) return false;
    at += digits;
  }
  return at == text.size();
}

// "0x1F" and "0o17", 64 bits. There is no "0b", and capitals do not count.
bool prefixed_number(std::string_view text, double& value) {
  int base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    base = text[1] == 'x' ? 16 : text[1] == 'o' ? 8 : 10;
    if (base != 10) text.remove_prefix(2);
  }
  std::uint64_t number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) return false;
  value = static_cast<double>(number);
  return true;
}

// A number as Bun sees one at the start of a plain scalar: sign, then digits or a point.
bool number_value(std::string_view text, double& value) {
  const bool negative = text.starts_with('-');
  std::string_view rest = text;
  if (negative || text.starts_with('+')) rest.remove_prefix(1);
  const bool is_signed = rest.size() != text.size();
  if (rest.empty()) return false;
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF") {
    value = negative ? -HUGE_VAL : HUGE_VAL;
    return true;
  }
  if (!is_signed && (rest == ".nan" || rest == ".NaN" || rest == ".NAN")) {
    value = std::nan("");
    return true;
  }
  bool letters = false;
  bool exponent = false;
  for (char c : rest) {
    const char low = to_lower(c);
    if (low == 'e') {
      letters = letters || exponent;
      exponent = true;
    } else if ((low >= 'a' && low <= 'f') || c == 'x' || c == 'o') {
      letters = true;
    } else if (!is_digit(c) && c != '.' && c != '+' && c != '-') {
      return false;
    }
  }
  if (letters) {
    if (!prefixed_number(rest, value)) return false;
  } else {
    if (!is_core_number(rest)) return false;
    const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (result.ec == std::errc::result_out_of_range) {
      value = rest.find("e-") == std::string_view::npos && rest.find("E-") == std::string_view::npos ? HUGE_VAL : 0;
    }
  }
  if (negative) value = -value;
  return true;
}

Resolved resolve(std::string_view text) {
  if (text == "null" || text == "Null" || text == "NULL" || text == "~") return {Kind::null, {}};
  if (text == "true" || text == "True" || text == "TRUE") return {Kind::boolean, "true"};
  if (text == "false" || text == "False" || text == "FALSE") return {Kind::boolean, "false"};
  const char first = text.empty() ? 'x' : text[0];
  double value = 0;
  if ((is_digit(first) || first == '-' || first == '+' || first == '.') && number_value(text, value)) {
    return {Kind::number, js_number(value)};
  }
  return {Kind::string, std::string(text)};
}

}  // namespace

void BunYamlReader::scan_plain(const ScanOptions& options) {
  TokenData token = make(Token::scalar, at_);
  std::string& text = token.text;
  std::string blanks;  // white space that counts only if text follows
  for (;;) {
    const unsigned char c = at();
    if (c == 0) break;
    if ((c == '-' && at_marker("---")) || (c == '.' && at_marker("..."))) break;
    if (c == ':') {
      if (is_blank_break_or_end(1) || (in_flow() && is_flow(at(1)))) break;
    } else if (c == '#') {
      if (at_line_start()) break;
      const auto before = static_cast<unsigned char>(text_[at_ - 1]);
      if (is_white(before) || is_break(before)) break;
    } else if (is_flow(c) && in_flow()) {
      break;
    } else if (is_white(c)) {
      blanks += static_cast<char>(c);
      step();
      continue;
    } else if (is_break(c)) {
      pass_line();
      const std::size_t lines = fold_lines();
      if (!block_indents_.empty() && line_indent_ <= block_indents_.back()) break;
      blanks.clear();
      if (lines == 0 && !is_end()) blanks = " ";
      blanks.append(lines, '\n');
      continue;
    }
    if (text.empty()) {
      token.indent = line_indent_;
      token.line = line_;
    } else if (token.line != line_) {
      token.multiline = true;
    }
    text += blanks;
    blanks.clear();
    text += static_cast<char>(c);
    step();
  }
  Resolved resolved = resolve(text);
  const bool wanted =
      options.tag == Tag::none || (options.tag == Tag::boolean && resolved.kind == Kind::boolean) ||
      ((options.tag == Tag::integer || options.tag == Tag::floating) && resolved.kind == Kind::number) ||
      (options.tag == Tag::null && resolved.kind == Kind::null);
  if (wanted) {
    token.scalar = resolved.kind;
    if (resolved.kind != Kind::string) token.text = std::move(resolved.text);
  }
  token_ = std::move(token);
}

}  // namespace skillstow::loader
