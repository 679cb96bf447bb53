// Scalars, properties and white space of js-yaml.
#include "agents/loader/js_yaml_loader.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/utf8.h"

namespace skillstow::loader {
namespace {

bool is_eol(unsigned char c) { return c == '\n' || c == '\r'; }
bool is_white(unsigned char c) { return c == ' ' || c == '\t'; }
bool is_white_or_eol(unsigned char c) { return is_white(c) || is_eol(c); }
bool is_flow(unsigned char c) { return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'; }

// Not allowed in plain and block scalars: controls but tab and line ends, U+007F to U+009F but U+0085, U+FFFE, U+FFFF.
bool has_non_printable(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 && c != '\t' && c != '\n' && c != '\r') return true;
    if (c == 0x7F) return true;
    if (c < 0x80 || i + 1 == text.size()) continue;
    const auto next = static_cast<unsigned char>(text[i + 1]);
    if (c == 0xC2 && next < 0xA0 && next != 0x85) return true;
    if (c == 0xEF && next == 0xBF && i + 2 < text.size() && static_cast<unsigned char>(text[i + 2]) >= 0xBE)
      return true;
  }
  return false;
}

// A UTF-16 code unit as JavaScript holds it. Halves of a pair that come one after the other become one character;
// others show as U+FFFD once they are printed.
void append_unit(std::string& out, unsigned unit) {
  constexpr std::string_view k_high = "\xED";
  if (unit >= 0xDC00 && unit <= 0xDFFF && out.size() >= 3 && out[out.size() - 3] == k_high[0]) {
    const auto b = static_cast<unsigned char>(out[out.size() - 2]);
    const auto c = static_cast<unsigned char>(out[out.size() - 1]);
    if (b >= 0xA0 && b <= 0xAF) {
      const char32_t high = 0xD000u + ((b & 0x3Fu) << 6) + (c & 0x3Fu);
      out.resize(out.size() - 3);
      append_utf8(out, 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00));
      return;
    }
  }
  if (unit >= 0xD800 && unit <= 0xDFFF) {  // kept as three bytes until the scalar is done
    out += static_cast<char>(0xED);
    out += static_cast<char>(0x80 | ((unit >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (unit & 0x3F));
    return;
  }
  append_utf8(out, unit);
}

void show_lone_halves(std::string& text) {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) == 0xED && static_cast<unsigned char>(text[i + 1]) >= 0xA0) {
      text.replace(i, 3, "\xEF\xBF\xBD");
    }
  }
}

bool is_uri_char(char c) {
  return is_alnum(c) || std::string_view("-#;/?:@&=+$,_.!~*'()[]").find(c) != std::string_view::npos;
}

// /^(?:!|[^,\[\]\{\}])(?:%[0-9a-f]{2}|[0-9a-z\-#;\/\?:@&=\+\$,_\.!~\*'\(\)\[\]])*$/i
bool is_tag_uri(std::string_view uri) {
  if (uri.empty() || (uri[0] != '!' && is_flow(static_cast<unsigned char>(uri[0])))) return false;
  std::size_t i = decode_utf8(uri, 0).length;
  while (i < uri.size()) {
    if (uri[i] == '%') {
      if (i + 2 >= uri.size() || hex_value(static_cast<unsigned char>(uri[i + 1])) < 0 ||
          hex_value(static_cast<unsigned char>(uri[i + 2])) < 0) {
        return false;
      }
      i += 3;
    } else if (is_uri_char(uri[i])) {
      ++i;
    } else {
      return false;
    }
  }
  return true;
}

// decodeURIComponent; false where it throws.
bool decode_uri(std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return false;
    const int high = hex_value(static_cast<unsigned char>(text[i + 1]));
    const int low = hex_value(static_cast<unsigned char>(text[i + 2]));
    if (high < 0 || low < 0) return false;
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  if (find_invalid_utf8(out) != std::string_view::npos) return false;
  text = std::move(out);
  return true;
}

bool is_tag_handle(std::string_view handle) {
  if (handle == "!" || handle == "!!") return true;
  if (handle.size() < 3 || handle.front() != '!' || handle.back() != '!') return false;
  for (char c : handle.substr(1, handle.size() - 2)) {
    if (!is_alpha(c) && c != '-') return false;
  }
  return true;
}

}  // namespace

bool JsYamlLoader::fail(std::string_view message) {
  if (!failed_) tree_.error = message;
  failed_ = true;
  return false;
}

void JsYamlLoader::read_line_break() {
  if (at() == '\r') {
    ++at_;
    if (at() == '\n') ++at_;
  } else if (at() == '\n') {
    ++at_;
  } else {
    fail("a line break is expected");
    return;
  }
  ++line_;
  line_start_ = at_;
  tab_in_line_ = false;
}

int JsYamlLoader::skip_space(bool comments) {
  int breaks = 0;
  while (at() != 0) {
    while (is_white(at())) {
      if (at() == '\t' && version_ == JsYaml::v4) tab_in_line_ = true;
      ++at_;
    }
    if (comments && at() == '#') {
      while (at() != 0 && !is_eol(at())) ++at_;
    }
    if (!is_eol(at())) break;
    read_line_break();
    ++breaks;
    line_indent_ = 0;
    while (at() == ' ') {
      ++line_indent_;
      ++at_;
    }
  }
  return breaks;
}

bool JsYamlLoader::at_document_separator() const {
  const unsigned char c = at();
  if ((c != '-' && c != '.') || at(1) != c || at(2) != c) return false;
  return at(3) == 0 || is_white_or_eol(at(3));
}

void JsYamlLoader::capture(std::size_t start, std::size_t end, bool json) {
  if (start >= end || failed_) return;
  const std::string_view piece = text_.substr(start, end - start);
  if (json) {
    for (char c : piece) {
      if (static_cast<unsigned char>(c) < 0x20 && c != '\t') {
        fail("expected valid JSON character");
        return;
      }
    }
  } else if (has_non_printable(piece)) {
    fail("the stream contains non-printable characters");
    return;
  }
  scalar_ += piece;
}

void JsYamlLoader::fold(int breaks) {
  if (breaks == 1) scalar_ += ' ';
  if (breaks > 1) scalar_.append(static_cast<std::size_t>(breaks - 1), '\n');
}

void JsYamlLoader::set_anchor(std::uint32_t node) {
  if (anchor_) anchors_[*anchor_] = node;
}

bool JsYamlLoader::read_plain(int node_indent, bool in_flow) {
  const unsigned char first = at();
  if (first == 0 || is_white_or_eol(first) || is_flow(first) ||
      std::string_view("#&*!|>'\"%@`").find(static_cast<char>(first)) != std::string_view::npos) {
    return false;
  }
  if ((first == '?' || first == '-') && (is_white_or_eol(at(1)) || (in_flow && is_flow(at(1))))) return false;
  const NodeKind kind_before = kind_;
  kind_ = NodeKind::scalar;
  scalar_.clear();
  std::size_t start = at_;
  std::size_t end = at_;
  bool pending = false;
  int line = line_;
  unsigned char c = first;
  while (c != 0) {
    if (c == ':') {
      if (is_white_or_eol(at(1)) || (in_flow && is_flow(at(1)))) break;
    } else if (c == '#') {
      if (at_ > 0 && is_white_or_eol(static_cast<unsigned char>(text_[at_ - 1]))) break;
    } else if ((at_ == line_start_ && at_document_separator()) || (in_flow && is_flow(c))) {
      break;
    } else if (is_eol(c)) {
      line = line_;
      const std::size_t line_start = line_start_;
      const int line_indent = line_indent_;
      skip_space(false);
      if (line_indent_ >= node_indent) {
        pending = true;
        c = at();
        continue;
      }
      at_ = end;
      line_ = line;
      line_start_ = line_start;
      line_indent_ = line_indent;
      break;
    }
    if (pending) {
      capture(start, end, false);
      fold(line_ - line);
      start = end = at_;
      pending = false;
    }
    if (!is_white(c)) end = at_ + 1;
    ++at_;
    c = at();
  }
  capture(start, end, false);
  if (!scalar_.empty()) {
    is_text_ = true;
    return true;
  }
  kind_ = kind_before;
  return false;
}

bool JsYamlLoader::read_single_quoted() {
  if (at() != '\'') return false;
  kind_ = NodeKind::scalar;
  is_text_ = true;
  scalar_.clear();
  ++at_;
  std::size_t start = at_;
  std::size_t end = at_;
  while (at() != 0) {
    if (at() == '\'') {
      capture(start, at_, true);
      ++at_;
      if (at() != '\'') return true;
      start = at_;
      ++at_;
      end = at_;
    } else if (is_eol(at())) {
      capture(start, end, true);
      fold(skip_space(false));
      start = end = at_;
    } else if (at_ == line_start_ && at_document_separator()) {
      return fail("unexpected end of the document within a single quoted scalar");
    } else {
      // js-yaml keeps blanks at the end of the last line only: `end` stands after every character, and a line end
      // captures up to it.
      ++at_;
      end = at_;
    }
  }
  return fail("unexpected end of the stream within a single quoted scalar");
}

bool JsYamlLoader::read_double_quoted() {
  if (at() != '"') return false;
  kind_ = NodeKind::scalar;
  is_text_ = true;
  scalar_.clear();
  ++at_;
  std::size_t start = at_;
  std::size_t end = at_;
  while (at() != 0) {
    if (at() == '"') {
      capture(start, at_, true);
      ++at_;
      show_lone_halves(scalar_);
      return true;
    }
    if (at() == '\\') {
      capture(start, at_, true);
      ++at_;
      read_escape();
      start = end = at_;
    } else if (is_eol(at())) {
      capture(start, end, true);
      fold(skip_space(false));
      start = end = at_;
    } else if (at_ == line_start_ && at_document_separator()) {
      return fail("unexpected end of the document within a double quoted scalar");
    } else {
      ++at_;
      end = at_;
    }
  }
  return fail("unexpected end of the stream within a double quoted scalar");
}

// After the backslash.
void JsYamlLoader::read_escape() {
  const unsigned char c = at();
  if (is_eol(c)) {
    skip_space(false);
    return;
  }
  constexpr std::string_view k_letters = "0abt\tnvfre \"/\\N_LP";
  constexpr char32_t k_points[] = {0,    7,   8,   9,   9,    0xA,  0xB,  0xC,    0xD,
                                   0x1B, ' ', '"', '/', '\\', 0x85, 0xA0, 0x2028, 0x2029};
  const std::size_t simple = c == 0 ? std::string_view::npos : k_letters.find(static_cast<char>(c));
  if (simple != std::string_view::npos) {
    append_utf8(scalar_, k_points[simple]);
    ++at_;
    return;
  }
  const int digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
  if (digits == 0) {
    fail("unknown escape sequence");
    return;
  }
  std::uint32_t value = 0;
  for (int i = 0; i < digits; ++i) {
    ++at_;
    const int digit = hex_value(at());
    if (digit < 0) {
      fail("expected hexadecimal character");
      return;
    }
    value = (value << 4) + static_cast<std::uint32_t>(digit);
  }
  ++at_;
  // Numbers are 32 bits with a sign there: above 0x7FFFFFFF they are negative and count as below 0x10000.
  if (value <= 0xFFFF || value > INT32_MAX) {
    append_unit(scalar_, value & 0xFFFF);
  } else {
    append_unit(scalar_, (((value - 0x10000) >> 10) + 0xD800) & 0xFFFF);
    append_unit(scalar_, ((value - 0x10000) & 0x3FF) + 0xDC00);
  }
}

bool JsYamlLoader::read_block_scalar(int node_indent) {
  if (at() != '|' && at() != '>') return false;
  const bool folding = at() == '>';
  kind_ = NodeKind::scalar;
  is_text_ = true;
  scalar_.clear();
  char chomping = 0;
  bool detected = false;
  int text_indent = node_indent;
  for (++at_;; ++at_) {
    const unsigned char c = at();
    if (c == '+' || c == '-') {
      if (chomping != 0) return fail("repeat of a chomping mode identifier");
      chomping = static_cast<char>(c);
    } else if (c >= '0' && c <= '9') {
      if (c == '0') return fail("bad explicit indentation width of a block scalar; it cannot be less than one");
      if (detected) return fail("repeat of an indentation width identifier");
      text_indent = node_indent + (c - '0') - 1;
      detected = true;
    } else {
      break;
    }
  }
  if (is_white(at())) {
    while (is_white(at())) ++at_;
    if (at() == '#') {
      while (at() != 0 && !is_eol(at())) ++at_;
    }
  }
  bool did_read = false;
  bool more_indented = false;
  std::size_t empty_lines = 0;
  while (at() != 0) {
    read_line_break();
    if (failed_) return false;
    line_indent_ = 0;
    while ((!detected || line_indent_ < text_indent) && at() == ' ') {
      ++line_indent_;
      ++at_;
    }
    if (!detected && line_indent_ > text_indent) text_indent = line_indent_;
    const unsigned char c = at();
    if (is_eol(c)) {
      ++empty_lines;
      continue;
    }
    if (line_indent_ < text_indent) {  // the end of the scalar
      if (chomping == '+') {
        scalar_.append(did_read ? 1 + empty_lines : empty_lines, '\n');
      } else if (chomping == 0 && did_read) {
        scalar_ += '\n';
      }
      break;
    }
    if (folding) {
      if (is_white(c)) {
        more_indented = true;
        scalar_.append(did_read ? 1 + empty_lines : empty_lines, '\n');
      } else if (more_indented) {
        more_indented = false;
        scalar_.append(empty_lines + 1, '\n');
      } else if (empty_lines == 0) {
        if (did_read) scalar_ += ' ';
      } else {
        scalar_.append(empty_lines, '\n');
      }
    } else {
      scalar_.append(did_read ? 1 + empty_lines : empty_lines, '\n');
    }
    did_read = true;
    detected = true;
    empty_lines = 0;
    const std::size_t start = at_;
    while (at() != 0 && !is_eol(at())) ++at_;
    capture(start, at_, false);
  }
  return true;
}

bool JsYamlLoader::read_tag() {
  if (at() != '!') return false;
  if (tag_) return fail("duplication of a tag property");
  ++at_;
  bool verbatim = false;
  bool named = false;
  std::string handle = "!";
  if (at() == '<') {
    verbatim = true;
    ++at_;
  } else if (at() == '!') {
    named = true;
    handle = "!!";
    ++at_;
  }
  std::size_t start = at_;
  std::string name;
  if (verbatim) {
    do ++at_;
    while (at() != 0 && at() != '>');
    if (at() == 0) return fail("unexpected end of the stream within a verbatim tag");
    name = text_.substr(start, at_ - start);
    ++at_;
  } else {
    while (at() != 0 && !is_white_or_eol(at())) {
      if (at() == '!') {
        if (named) return fail("tag suffix cannot contain exclamation marks");
        handle = text_.substr(start - 1, at_ + 1 - (start - 1));
        if (!is_tag_handle(handle)) return fail("named tag handle cannot contain such characters");
        named = true;
        start = at_ + 1;
      }
      ++at_;
    }
    name = text_.substr(start, at_ - start);
    for (char c : name) {
      if (is_flow(static_cast<unsigned char>(c))) return fail("tag suffix cannot contain flow indicator characters");
    }
  }
  if (!name.empty() && !is_tag_uri(name)) return fail("tag name cannot contain such characters");
  if (version_ == JsYaml::v4 && !decode_uri(name)) return fail("tag name is malformed");
  if (verbatim) {
    tag_ = name;
  } else if (const auto found = handles_.find(handle); found != handles_.end()) {
    tag_ = found->second + name;
  } else if (handle == "!") {
    tag_ = "!" + name;
  } else if (handle == "!!") {
    tag_ = "tag:yaml.org,2002:" + name;
  } else {
    return fail("undeclared tag handle");
  }
  return true;
}

bool JsYamlLoader::read_anchor() {
  if (at() != '&') return false;
  if (anchor_) return fail("duplication of an anchor property");
  const std::size_t start = ++at_;
  while (at() != 0 && !is_white_or_eol(at()) && !is_flow(at())) ++at_;
  if (at_ == start) return fail("name of an anchor node must contain at least one character");
  anchor_ = std::string(text_.substr(start, at_ - start));
  return true;
}

bool JsYamlLoader::read_alias() {
  if (at() != '*') return false;
  const std::size_t start = ++at_;
  while (at() != 0 && !is_white_or_eol(at()) && !is_flow(at())) ++at_;
  if (at_ == start) return fail("name of an alias node must contain at least one character");
  const auto found = anchors_.find(text_.substr(start, at_ - start));
  if (found == anchors_.end()) return fail("unidentified alias");
  result_ = found->second;
  is_text_ = false;
  skip_space(true);
  return true;
}

void JsYamlLoader::read_directive() {
  ++at_;  // the percent sign
  std::size_t start = at_;
  while (at() != 0 && !is_white_or_eol(at())) ++at_;
  const std::string_view name = text_.substr(start, at_ - start);
  if (name.empty()) {
    fail("directive name must not be less than one character in length");
    return;
  }
  std::vector<std::string_view> arguments;
  while (at() != 0) {
    while (is_white(at())) ++at_;
    if (at() == '#') {
      while (at() != 0 && !is_eol(at())) ++at_;
      break;
    }
    if (is_eol(at())) break;
    start = at_;
    while (at() != 0 && !is_white_or_eol(at())) ++at_;
    arguments.push_back(text_.substr(start, at_ - start));
  }
  if (at() != 0) read_line_break();
  if (name == "YAML") {
    if (has_version_ || arguments.size() != 1) {
      fail("YAML directive accepts exactly one argument");
      return;
    }
    const std::vector<std::string_view> parts = split(arguments[0], '.');
    const auto digits = [](std::string_view part) {
      for (char c : part) {
        if (!is_digit(c)) return false;
      }
      return !part.empty();
    };
    if (parts.size() != 2 || !digits(parts[0]) || !digits(parts[1])) {
      fail("ill-formed argument of the YAML directive");
      return;
    }
    const std::size_t significant = parts[0].find_first_not_of('0');
    if (significant == std::string_view::npos || parts[0].substr(significant) != "1") {
      fail("unacceptable YAML version of the document");
      return;
    }
    has_version_ = true;
  } else if (name == "TAG") {
    if (arguments.size() != 2) {
      fail("TAG directive accepts exactly two arguments");
      return;
    }
    std::string prefix(arguments[1]);
    if (!is_tag_handle(arguments[0]) || handles_.contains(arguments[0]) || !is_tag_uri(prefix) ||
        (version_ == JsYaml::v4 && !decode_uri(prefix))) {
      fail("ill-formed TAG directive");
      return;
    }
    handles_[std::string(arguments[0])] = prefix;
  }
}

}  // namespace skillstow::loader
