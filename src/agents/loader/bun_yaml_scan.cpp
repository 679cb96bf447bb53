// Bun's YAML scanner.
#include "agents/loader/bun_yaml_reader.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

bool is_break(unsigned char c) { return c == '\n' || c == '\r'; }
bool is_white(unsigned char c) { return c == ' ' || c == '\t'; }
bool is_flow(unsigned char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }
bool is_word_char(unsigned char c) { return is_alnum(static_cast<char>(c)) || c == '-'; }

}  // namespace

bool BunYamlReader::fail(std::string_view message) {
  if (!failed_) tree_.error = message;
  failed_ = true;
  token_ = {};
  return false;
}

void BunYamlReader::new_line() {
  line_indent_ = 0;
  tab_after_indent_ = false;
  line_start_ = at_ + 1;
  ++line_;
}

void BunYamlReader::pass_line() {
  if (at() == '\r' && at(1) == '\n') step();
  new_line();
  step();
}

bool BunYamlReader::is_blank_or_break(std::size_t ahead) const {
  const unsigned char c = at(ahead);
  return c != 0 && (is_white(c) || is_break(c));
}

bool BunYamlReader::at_marker(std::string_view marker) const {
  return at_line_start() && line_indent_ == 0 && starts_with(marker) && is_blank_break_or_end(3);
}

void BunYamlReader::skip_blanks() {
  while (is_white(at())) step();
}

// Passes over empty lines and the blanks before the next text; gives the number of line ends.
std::size_t BunYamlReader::fold_lines() {
  std::size_t total = 0;
  for (;;) {
    const unsigned char c = at();
    if (is_break(c)) {
      ++total;
      pass_line();
    } else if (c == ' ') {
      std::size_t indent = 0;
      while (at() == ' ') {
        step();
        ++indent;
      }
      line_indent_ = indent;
      if (at() == '\t') tab_after_indent_ = true;
      skip_blanks();
    } else if (c == '\t') {
      tab_after_indent_ = true;
      skip_blanks();
    } else {
      return total;
    }
  }
}

BunYamlReader::TokenData BunYamlReader::make(Token kind, std::size_t start) const {
  TokenData token;
  token.kind = kind;
  token.start = start;
  token.indent = line_indent_;
  token.line = line_;
  return token;
}

void BunYamlReader::scan(const ScanOptions& options) {
  if (failed_) return;
  const std::size_t line_before = token_.line;
  scan_token(options);
  if (failed_ || !in_flow() || block_indents_.empty()) return;
  if (!options.outside_context && token_.line != line_before && token_.indent <= block_indents_.back()) {
    fail("Unexpected token");
  }
}

void BunYamlReader::scan_token(const ScanOptions& options) {
  bool count_indent = options.first || options.parent_indent.has_value();
  bool at_indent = count_indent;
  if (at_indent) tab_after_indent_ = false;
  std::optional<std::size_t> parent_indent = options.parent_indent;
  const auto one = [this](Token kind) {
    const std::size_t start = at_;
    step();
    token_ = make(kind, start);
  };
  for (;;) {
    const unsigned char c = at();
    const unsigned char next = at(1);
    const bool next_separates = next == 0 || is_white(next) || is_break(next);
    switch (c) {
      case 0:
        token_ = make(Token::end, at_);
        return;
      case '-':
        if (at_marker("---")) {
          token_ = make(Token::document_start, at_);
          step(3);
          return;
        }
        if (next_separates || (is_flow(next) && in_flow())) {
          if (in_flow()) {
            fail("Unexpected token");
            return;
          }
          return one(Token::sequence_entry);
        }
        return scan_plain(options);
      case '.':
        if (at_marker("...")) {
          token_ = make(Token::document_end, at_);
          step(3);
          return;
        }
        return scan_plain(options);
      case '?':
        if (next_separates || (is_flow(next) && in_flow())) return one(Token::mapping_key);
        return scan_plain(options);
      case ':':
        if (next_separates || (is_flow(next) && in_flow()) || context() == Context::flow_key) {
          return one(Token::mapping_value);
        }
        return scan_plain(options);
      case ',':
        if (in_flow()) return one(Token::collect_entry);
        return scan_plain(options);
      case '[':
        return one(Token::sequence_start);
      case ']':
        return one(Token::sequence_end);
      case '{':
        return one(Token::mapping_start);
      case '}':
        return one(Token::mapping_end);
      case '#':
        if (!at_line_start() && !is_white(static_cast<unsigned char>(text_[at_ - 1])) &&
            !is_break(static_cast<unsigned char>(text_[at_ - 1]))) {
          fail("Unexpected character");
          return;
        }
        while (!is_end() && !is_break(static_cast<unsigned char>(text_[at_]))) step();
        break;
      case '&':
        return scan_name(Token::anchor);
      case '*':
        return scan_name(Token::alias);
      case '!':
        return scan_tag();
      case '|':
      case '>':
        if (in_flow()) {
          fail("Unexpected token");
          return;
        }
        return scan_block_scalar(c == '>');
      case '\'':
        return scan_single_quoted();
      case '"':
        return scan_double_quoted();
      case '%':
        return one(Token::directive);
      case '@':
      case '`':
        fail("Unexpected token");
        return;
      case '\r':
      case '\n':
        count_indent = true;
        at_indent = true;
        parent_indent.reset();
        pass_line();
        break;
      case ' ': {
        std::size_t total = 0;
        while (at() == ' ') {
          step();
          ++total;
        }
        if (count_indent) line_indent_ = total + parent_indent.value_or(0);
        count_indent = false;
        break;
      }
      case '\t':
        if (count_indent && !parent_indent && context() == Context::block_in) {
          fail("Tab characters cannot be used as indentation");
          return;
        }
        if (at_indent) {
          tab_after_indent_ = true;
          parent_indent.reset();
        }
        count_indent = false;
        step();
        break;
      default:
        return scan_plain(options);
    }
  }
}

bool BunYamlReader::is_name_char() const {
  const unsigned char c = at();
  return c > 0x20 && c != 0x7F && !is_flow(c);
}

void BunYamlReader::scan_name(Token kind) {
  TokenData token = make(kind, at_);
  step();
  const std::size_t start = at_;
  while (is_name_char()) step();
  if (at_ == start) {
    fail("Unexpected character");
    return;
  }
  token.name = text_.substr(start, at_ - start);
  const unsigned char c = at();
  if (c == 0 || is_white(c) || is_break(c) || (is_flow(c) && in_flow())) {
    token_ = std::move(token);
  } else {
    fail("Unexpected character");
  }
}

std::size_t BunYamlReader::tag_char_width() const {
  const unsigned char c = at();
  if (c == 0) return 0;
  if (std::string_view("#;/?:@&=+$_.~*'()").find(static_cast<char>(c)) != std::string_view::npos) return 1;
  if (c == '%' && hex_value(at(1)) >= 0 && hex_value(at(2)) >= 0) return 3;
  return is_word_char(c) ? 1 : 0;
}

bool BunYamlReader::skip_tag_chars() {
  bool any = false;
  while (const std::size_t width = tag_char_width()) {
    step(width);
    any = true;
  }
  return any;
}

bool BunYamlReader::is_uri_char() const {
  const unsigned char c = at();
  if (c == 0) return false;
  if (std::string_view("#;/?:@&=+$,_.!~*'()[]").find(static_cast<char>(c)) != std::string_view::npos) return true;
  if (c == '%' && hex_value(at(1)) >= 0 && hex_value(at(2)) >= 0) return true;
  return is_word_char(c);
}

BunYamlReader::Tag BunYamlReader::tag_of(std::string_view shorthand) {
  if (shorthand == "bool") return Tag::boolean;
  if (shorthand == "int") return Tag::integer;
  if (shorthand == "float") return Tag::floating;
  if (shorthand == "null") return Tag::null;
  if (shorthand == "str") return Tag::text;
  return Tag::other;
}

void BunYamlReader::scan_tag() {
  const std::size_t start = at_;
  step();
  TokenData token = make(Token::tag, start);
  const unsigned char c = at();
  if (c == 0 || is_white(c) || is_break(c)) {
    token.tag = Tag::non_specific;
  } else if (c == '<') {
    step();
    if (at() == '!') {
      step();
    } else if (const std::size_t width = tag_char_width()) {
      step(width);
    } else {
      fail("Unexpected character");
      return;
    }
    while (is_uri_char()) step();
    if (at() != '>') {
      fail("Unexpected character");
      return;
    }
    step();
    token.tag = Tag::other;
  } else if (c == '!') {
    step();
    const std::size_t name = at_;
    if (!skip_tag_chars() || (!is_end() && !is_blank_or_break(0) && !(is_flow(at()) && in_flow()) && at() != 0)) {
      fail("Unexpected character");
      return;
    }
    token.tag = tag_of(text_.substr(name, at_ - name));
  } else {
    const std::size_t name = at_;
    if (!is_word_char(c)) {
      fail("Unexpected character");
      return;
    }
    while (is_word_char(at())) step();
    if (at() == '!') {
      if (!handles_.contains(text_.substr(name, at_ - name))) {
        fail("Unresolved tag handle");
        return;
      }
      step();
      if (!skip_tag_chars()) {
        fail("Unexpected character");
        return;
      }
      token.tag = Tag::other;
    } else {
      skip_tag_chars();
      token.tag = tag_of(text_.substr(name, at_ - name));
    }
  }
  token_ = std::move(token);
}

bool BunYamlReader::at_quoted_marker() const {
  return at_line_start() && (starts_with("---") || starts_with("...")) && is_blank_or_break(3);
}

// A line end within quotes. A line that is not indented more than the block around ends in a fault.
bool BunYamlReader::scan_quoted_break(std::string& text, bool escaped) {
  new_line();
  step();
  const std::size_t lines = fold_lines();
  if (lines != 0) {
    text.append(lines, '\n');
  } else if (!escaped) {
    text += ' ';
  }
  if (!block_indents_.empty() && line_indent_ <= block_indents_.back()) return fail("Unexpected character");
  return true;
}

void BunYamlReader::scan_single_quoted() {
  step();
  TokenData token = make(Token::scalar, at_);
  token.quoted = true;
  for (;;) {
    const unsigned char c = at();
    if (c == 0) {
      fail("Unexpected character");
      return;
    }
    if ((c == '.' || c == '-') && at_quoted_marker()) {
      fail("Unexpected document start");
      return;
    }
    if (is_break(c)) {
      if (!scan_quoted_break(token.text, false)) return;
    } else if (is_white(c)) {
      const std::size_t start = at_;
      skip_blanks();
      if (!is_break(at())) token.text += text_.substr(start, at_ - start);
    } else if (c == '\'') {
      step();
      if (at() != '\'') break;
      token.text += '\'';
      step();
    } else {
      token.text += static_cast<char>(c);
      step();
    }
  }
  token_ = std::move(token);
}

void BunYamlReader::scan_double_quoted() {
  step();
  TokenData token = make(Token::scalar, at_);
  token.quoted = true;
  for (;;) {
    const unsigned char c = at();
    if (c == 0) {
      fail("Unexpected character");
      return;
    }
    if ((c == '.' || c == '-') && at_quoted_marker()) {
      fail("Unexpected document start");
      return;
    }
    if (is_break(c)) {
      if (!scan_quoted_break(token.text, false)) return;
    } else if (is_white(c)) {
      const std::size_t start = at_;
      skip_blanks();
      if (!is_break(at())) token.text += text_.substr(start, at_ - start);
    } else if (c == '"') {
      step();
      break;
    } else if (c == '\\') {
      step();
      if (is_break(at())) {
        if (!scan_quoted_break(token.text, true)) return;
        skip_blanks();
      } else if (!scan_escape(token.text)) {
        return;
      }
    } else {
      token.text += static_cast<char>(c);
      step();
    }
  }
  token_ = std::move(token);
}

bool BunYamlReader::read_hex(int count, std::uint32_t& value) {
  value = 0;
  for (int i = 0; i < count; ++i) {
    step();
    const int digit = hex_value(at());
    if (digit < 0) return fail("Unexpected character");
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return true;
}

bool BunYamlReader::scan_escape(std::string& text) {
  constexpr std::string_view k_letters = " \t0abtnvfre\"/\\N_LP";
  constexpr char32_t k_points[] = {' ',  '\t', 0,   7,   8,    '\t', '\n', 0xB,    0xC,
                                   '\r', 0x1B, '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
  const unsigned char c = at();
  const std::size_t simple = c == 0 ? std::string_view::npos : k_letters.find(static_cast<char>(c));
  if (simple != std::string_view::npos) {
    append_utf8(text, k_points[simple]);
    step();
    return true;
  }
  const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  std::uint32_t point = 0;
  if (digits == 0) return fail("Unexpected character");
  if (!read_hex(digits, point)) return false;
  if (point > 0x10FFFF) return fail("Unexpected character");
  if (point >= 0xD800 && point <= 0xDFFF) {  // the first half of a pair, as JSON writes it
    std::uint32_t low = 0;
    if (digits != 4 || point > 0xDBFF || at(1) != '\\' || at(2) != 'u') return fail("Unexpected character");
    step(2);
    if (!read_hex(4, low)) return false;
    if (low < 0xDC00 || low > 0xDFFF) return fail("Unexpected character");
    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
  }
  append_utf8(text, point);
  step();
  return true;
}

bool BunYamlReader::scan_block_header(std::size_t& indicator, char& chomp) {
  for (;;) {
    const unsigned char c = at();
    if (c == 0) return true;
    if (c >= '1' && c <= '9') {
      if (indicator != 0) return fail("Unexpected character");
      indicator = static_cast<std::size_t>(c - '0');
      step();
    } else if (c == '-' || c == '+') {
      if (chomp != 0) return fail("Unexpected character");
      chomp = static_cast<char>(c);
      step();
    } else if (is_white(c)) {
      skip_blanks();
      if (at() == '#') {
        while (!is_end() && !is_break(static_cast<unsigned char>(text_[at_]))) step();
      }
    } else if (is_break(c)) {
      pass_line();
      if (at() == '\t') return fail("Tab characters cannot be used as indentation");
      return true;
    } else {
      return fail("Unexpected character");
    }
  }
}

void BunYamlReader::scan_block_scalar(bool folded) {
  step();
  TokenData token = make(Token::scalar, at_);
  token.multiline = true;
  std::size_t indicator = 0;
  char chomp = 0;
  if (!scan_block_header(indicator, chomp)) return;
  const bool has_block = !block_indents_.empty();
  const bool is_explicit = indicator != 0;
  std::size_t content_indent = is_explicit ? indicator + (has_block ? block_indents_.back() : 0) : 0;
  std::size_t widest = 0;    // blanks of the empty lines before the text
  std::size_t newlines = 0;  // line ends not yet written
  bool before_more = false;  // the line before was indented more than the text
  bool more = false;         // this one is

  const auto done = [&] {
    std::string& text = token.text;
    if (!text.empty() && newlines == 0) newlines = 1;
    if (chomp == '+') text.append(newlines, '\n');
    if (chomp == 0 && !text.empty()) text += '\n';
    token_ = std::move(token);
  };
  const auto add = [&](char c) {
    std::string& text = token.text;
    if (text.empty()) {
      if (!is_explicit && content_indent < widest) return fail("Unexpected character");
      text.append(newlines, '\n');
    } else if (newlines == 0) {
      text += c;
      return true;
    } else if (folded && !before_more && !more) {
      if (newlines == 1) text += ' ';
      text.append(newlines - 1, '\n');
    } else {
      text.append(newlines, '\n');
    }
    text += c;
    newlines = 0;
    before_more = more;
    return true;
  };
  const auto pass_empty_line = [&] {
    pass_line();
    ++newlines;
    return at() != '\t' || fail("Tab characters cannot be used as indentation");
  };

  // Up to the first character of the text, which tells the indentation.
  bool took_indent = false;
  for (;;) {
    const unsigned char c = at();
    if (c == 0) {
      if (took_indent) ++newlines;
      done();
      return;
    }
    if (is_break(c)) {
      if (!pass_empty_line()) return;
      took_indent = false;
      continue;
    }
    if (c != ' ') break;
    std::size_t indent = 0;
    while (at() == ' ' && (!is_explicit || indent == 0 || indent < content_indent)) {
      step();
      ++indent;
    }
    line_indent_ = indent;
    if (is_explicit) {
      if (indent >= content_indent) took_indent = true;
      if (at() == 0 || is_break(at())) continue;
      break;
    }
    took_indent = true;
    if (indent > widest) widest = indent;
  }
  if (!is_explicit) content_indent = line_indent_;
  more = is_white(at());
  if (at() == '\t') tab_after_indent_ = true;
  const std::size_t least =
      has_block && block_indents_.back() + 1 > content_indent ? block_indents_.back() + 1 : content_indent;
  for (;;) {
    const unsigned char c = at();
    if (c == 0) break;
    if (is_break(c)) {
      ++newlines;
      pass_line();
      while (is_break(at())) {
        if (!pass_empty_line()) return;
      }
      if (at() == ' ') {
        std::size_t indent = 0;
        while (indent < content_indent && at() == ' ') {
          ++indent;
          step();
        }
        line_indent_ = indent;
        more = is_white(at());
      } else {
        more = at() == '\t';
      }
      if (at() == '\t') tab_after_indent_ = true;
      continue;
    }
    if ((c == '-' && at_marker("---")) || (c == '.' && at_marker("..."))) break;
    if (line_indent_ < least) break;
    if (!add(static_cast<char>(c))) return;
    step();
  }
  if (!failed_) done();
}

}  // namespace skillstow::loader
