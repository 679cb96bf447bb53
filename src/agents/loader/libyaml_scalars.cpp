// The tokens of the scanner that are longer than a sign: directives, anchors, tags and scalars.
#include "agents/loader/libyaml_scanner.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

using Kind = YamlToken::Kind;

bool is_name_char(unsigned char c) { return is_word(static_cast<char>(c)) || c == '-'; }

}  // namespace

bool LibyamlScanner::fetch_directive() {
  unroll_indent(-1);
  if (!remove_key()) return false;
  key_allowed_ = false;
  step();
  std::string name;
  while (is_name_char(at())) read(name);
  if (name.empty()) return fail("could not find expected directive name");
  if (!is_blank_or_end()) return fail("found unexpected non-alphabetical character");
  YamlToken token;
  if (name == "YAML") {
    token.kind = Kind::version_directive;
    while (is_blank()) step();
    if (!scan_version(token.major)) return false;
    if (at() != '.') return fail("did not find expected digit or '.' character");
    step();
    if (!scan_version(token.minor)) return false;
  } else if (name == "TAG") {
    token.kind = Kind::tag_directive;
    while (is_blank()) step();
    if (!scan_tag_handle(true, token.text)) return false;
    if (!is_blank()) return fail("did not find expected whitespace");
    while (is_blank()) step();
    if (!scan_tag_uri(true, {}, token.suffix)) return false;
    if (!is_blank_or_end()) return fail("did not find expected whitespace or line break");
  } else {
    return fail("found unknown directive name");
  }
  while (is_blank()) step();
  if (at() == '#') {
    while (!is_break_or_end()) step();
  }
  if (!is_break_or_end()) return fail("did not find expected comment or line break");
  if (!ends()) step_line();
  tokens_.push_back(std::move(token));
  return true;
}

bool LibyamlScanner::scan_version(int& number) {
  constexpr std::size_t k_max_digits = 9;
  std::size_t digits = 0;
  number = 0;
  while (is_digit(static_cast<char>(at()))) {
    if (++digits > k_max_digits) return fail("found extremely long version number");
    number = number * 10 + (at() - '0');
    step();
  }
  return digits != 0 || fail("did not find expected version number");
}

bool LibyamlScanner::fetch_anchor(Kind kind) {
  if (!save_key()) return false;
  key_allowed_ = false;
  step();
  YamlToken token;
  token.kind = kind;
  while (is_name_char(at())) read(token.text);
  const bool ended =
      is_blank_or_end() || std::string_view("?:,]}%@`").find(static_cast<char>(at())) != std::string::npos;
  if (token.text.empty() || !ended) return fail("did not find expected alphabetic or numeric character");
  tokens_.push_back(std::move(token));
  return true;
}

bool LibyamlScanner::fetch_tag() {
  if (!save_key()) return false;
  key_allowed_ = false;
  YamlToken token;
  token.kind = Kind::tag;
  if (at(1) == '<') {
    step(2);
    if (!scan_tag_uri(true, {}, token.suffix)) return false;
    if (at() != '>') return fail("did not find the expected '>'");
    step();
  } else {
    if (!scan_tag_handle(false, token.text)) return false;
    if (token.text.size() > 1 && token.text.back() == '!') {
      if (!scan_tag_uri(false, {}, token.suffix)) return false;
    } else {
      if (!scan_tag_uri(false, token.text, token.suffix)) return false;
      token.text = "!";
      if (token.suffix.empty()) std::swap(token.text, token.suffix);
    }
  }
  if (!is_blank_or_end() && !(flow_level_ != 0 && at() == ',')) {
    return fail("did not find expected whitespace or line break");
  }
  tokens_.push_back(std::move(token));
  return true;
}

bool LibyamlScanner::scan_tag_handle(bool directive, std::string& handle) {
  if (at() != '!') return fail("did not find expected '!'");
  read(handle);
  while (is_name_char(at())) read(handle);
  if (at() == '!') {
    read(handle);
  } else if (directive && handle != "!") {
    return fail("did not find expected '!'");
  }
  return true;
}

// `head` is a handle that turned out to be the start of the suffix; its "!" does not belong to it.
bool LibyamlScanner::scan_tag_uri(bool uri, std::string_view head, std::string& out) {
  std::size_t length = head.size();
  if (head.size() > 1) out.append(head.substr(1));
  const std::string_view signs = uri ? ";/?:@&=+$.%!~*'(),[]" : ";/?:@&=+$.%!~*'()";
  while (!ends() && (is_name_char(at()) || signs.find(static_cast<char>(at())) != std::string_view::npos)) {
    if (at() == '%') {
      if (!scan_uri_escape(out)) return false;
    } else {
      read(out);
    }
    ++length;
  }
  return length != 0 || fail("did not find expected tag URI");
}

bool LibyamlScanner::scan_uri_escape(std::string& out) {
  std::size_t width = 0;
  do {
    const int high = at() == '%' ? hex_value(at(1)) : -1;
    const int low = high >= 0 ? hex_value(at(2)) : -1;
    if (low < 0) return fail("did not find URI escaped octet");
    const int octet = high * 16 + low;
    if (width == 0) {
      width = octet < 0x80                    ? 1
              : octet >= 0xC0 && octet < 0xE0 ? 2
              : octet >= 0xE0 && octet < 0xF0 ? 3
              : octet >= 0xF0 && octet < 0xF8 ? 4
                                              : 0;
      if (width == 0) return fail("found an incorrect leading UTF-8 octet");
    } else if ((octet & 0xC0) != 0x80) {
      return fail("found an incorrect trailing UTF-8 octet");
    }
    out += static_cast<char>(octet);
    step(3);
  } while (--width != 0);
  return true;
}

bool LibyamlScanner::fetch_block_scalar(bool literal) {
  if (!remove_key()) return false;
  key_allowed_ = true;
  step();
  int chomping = 0;
  std::ptrdiff_t increment = 0;
  const auto take_chomping = [&] {
    if (at() != '+' && at() != '-') return false;
    chomping = at() == '+' ? 1 : -1;
    step();
    return true;
  };
  const auto take_increment = [&] {
    if (!is_digit(static_cast<char>(at()))) return true;
    if (at() == '0') return fail("found an indentation indicator equal to 0");
    increment = at() - '0';
    step();
    return true;
  };
  if (take_chomping()) {
    if (!take_increment()) return false;
  } else {
    if (!take_increment()) return false;
    if (increment != 0) take_chomping();
  }
  while (is_blank()) step();
  if (at() == '#') {
    while (!is_break_or_end()) step();
  }
  if (!is_break_or_end()) return fail("did not find expected comment or line break");
  if (!ends()) step_line();

  std::ptrdiff_t indent = 0;
  if (increment != 0) indent = indent_ >= 0 ? indent_ + increment : increment;
  YamlToken token;
  token.kind = Kind::scalar;
  token.style = literal ? ScalarStyle::literal : ScalarStyle::folded;
  std::string leading;
  std::string trailing;
  if (!scan_block_breaks(indent, trailing)) return false;
  bool leading_blank = false;
  while (mark_.column == indent && !ends()) {
    const bool trailing_blank = is_blank();
    if (!literal && leading.starts_with('\n') && !leading_blank && !trailing_blank) {
      if (trailing.empty()) token.text += ' ';
    } else {
      token.text += leading;
    }
    leading.clear();
    token.text += trailing;
    trailing.clear();
    leading_blank = is_blank();
    while (!is_break_or_end()) read(token.text);
    read_line(leading);
    if (!scan_block_breaks(indent, trailing)) return false;
  }
  if (chomping != -1) token.text += leading;
  if (chomping == 1) token.text += trailing;
  tokens_.push_back(std::move(token));
  return true;
}

bool LibyamlScanner::scan_block_breaks(std::ptrdiff_t& indent, std::string& breaks) {
  std::ptrdiff_t widest = 0;
  for (;;) {
    while ((indent == 0 || mark_.column < indent) && at() == ' ') step();
    if (mark_.column > widest) widest = mark_.column;
    if ((indent == 0 || mark_.column < indent) && at() == '\t') {
      return fail("found a tab character where an indentation space is expected");
    }
    if (ends() || !is_break()) break;
    read_line(breaks);
  }
  if (indent == 0) {
    indent = widest;
    if (indent < indent_ + 1) indent = indent_ + 1;
    if (indent < 1) indent = 1;
  }
  return true;
}

// The line breaks between two words of a flow scalar.
void LibyamlScanner::fold(std::string& text, std::string& leading, std::string& trailing) {
  if (leading.starts_with('\n')) {
    if (trailing.empty()) {
      text += ' ';
    } else {
      text += trailing;
    }
  } else {
    text += leading;
    text += trailing;
  }
  leading.clear();
  trailing.clear();
}

bool LibyamlScanner::fetch_flow_scalar(bool single) {
  if (!save_key()) return false;
  key_allowed_ = false;
  const char quote = single ? '\'' : '"';
  YamlToken token;
  token.kind = Kind::scalar;
  token.style = single ? ScalarStyle::single_quoted : ScalarStyle::double_quoted;
  std::string leading;
  std::string trailing;
  std::string blanks;
  step();
  for (;;) {
    if (at_document_indicator()) return fail("found unexpected document indicator");
    if (ends()) return fail("found unexpected end of stream");
    bool line_ended = false;
    while (!is_blank_or_end()) {
      if (single && at() == '\'' && at(1) == '\'') {
        token.text += '\'';
        step(2);
      } else if (at() == static_cast<unsigned char>(quote)) {
        break;
      } else if (!single && at() == '\\' && !ends(1) && is_break(1)) {
        step();
        step_line();
        line_ended = true;
        break;
      } else if (!single && at() == '\\') {
        if (!scan_escape(token.text)) return false;
      } else {
        read(token.text);
      }
    }
    if (at() == static_cast<unsigned char>(quote)) break;
    while (!ends() && (is_blank() || is_break())) {
      if (is_blank()) {
        if (line_ended) {
          step();
        } else {
          read(blanks);
        }
      } else if (!line_ended) {
        blanks.clear();
        read_line(leading);
        line_ended = true;
      } else {
        read_line(trailing);
      }
    }
    if (line_ended) {
      fold(token.text, leading, trailing);
    } else {
      token.text += blanks;
      blanks.clear();
    }
  }
  step();
  tokens_.push_back(std::move(token));
  return true;
}

bool LibyamlScanner::scan_escape(std::string& out) {
  std::size_t digits = 0;
  switch (at(1)) {
    case '0':
      out += '\0';
      break;
    case 'a':
      out += '\a';
      break;
    case 'b':
      out += '\b';
      break;
    case 't':
    case '\t':
      out += '\t';
      break;
    case 'n':
      out += '\n';
      break;
    case 'v':
      out += '\v';
      break;
    case 'f':
      out += '\f';
      break;
    case 'r':
      out += '\r';
      break;
    case 'e':
      out += '\x1B';
      break;
    case ' ':
    case '"':
    case '/':
    case '\\':
      out += static_cast<char>(at(1));
      break;
    case 'N':
      append_utf8(out, 0x85);
      break;
    case '_':
      append_utf8(out, 0xA0);
      break;
    case 'L':
      append_utf8(out, 0x2028);
      break;
    case 'P':
      append_utf8(out, 0x2029);
      break;
    case 'x':
      digits = 2;
      break;
    case 'u':
      digits = 4;
      break;
    case 'U':
      digits = 8;
      break;
    default:
      return fail("found unknown escape character");
  }
  step(2);
  if (digits == 0) return true;
  std::uint64_t point = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    const int value = hex_value(at(i));
    if (value < 0) return fail("did not find expected hexdecimal number");
    point = point * 16 + static_cast<std::uint64_t>(value);
  }
  if ((point >= 0xD800 && point <= 0xDFFF) || point > 0x10FFFF)
    return fail("found invalid Unicode character escape code");
  append_utf8(out, static_cast<char32_t>(point));
  step(digits);
  return true;
}

bool LibyamlScanner::fetch_plain_scalar() {
  if (!save_key()) return false;
  key_allowed_ = false;
  const std::ptrdiff_t indent = indent_ + 1;
  YamlToken token;
  token.kind = Kind::scalar;
  std::string leading;
  std::string trailing;
  std::string blanks;
  bool line_ended = false;
  for (;;) {
    if (at_document_indicator() || at() == '#') break;
    while (!is_blank_or_end()) {
      const unsigned char c = at();
      if (flow_level_ != 0 && c == ':' && !ends(1) &&
          std::string_view(",?[]{}").find(static_cast<char>(at(1))) != std::string_view::npos) {
        return fail("found unexpected ':'");
      }
      if (c == ':' && is_blank_or_end(1)) break;
      if (flow_level_ != 0 && (c == ',' || c == '[' || c == ']' || c == '{' || c == '}')) break;
      if (line_ended) {
        fold(token.text, leading, trailing);
        line_ended = false;
      } else if (!blanks.empty()) {
        token.text += blanks;
      }
      blanks.clear();
      read(token.text);
    }
    if (ends() || !(is_blank() || is_break())) break;
    while (!ends() && (is_blank() || is_break())) {
      if (is_blank()) {
        if (line_ended && mark_.column < indent && at() == '\t') {
          return fail("found a tab character that violates indentation");
        }
        if (line_ended) {
          step();
        } else {
          read(blanks);
        }
      } else if (!line_ended) {
        blanks.clear();
        read_line(leading);
        line_ended = true;
      } else {
        read_line(trailing);
      }
    }
    if (flow_level_ == 0 && mark_.column < indent) break;
  }
  if (line_ended) key_allowed_ = true;
  tokens_.push_back(std::move(token));
  return true;
}

}  // namespace skillstow::loader
