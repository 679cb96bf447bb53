#include "agents/loader/libyaml_scanner.h"

#include <algorithm>

#include "base/utf8.h"

namespace skillstow::loader {
namespace {

using Kind = YamlToken::Kind;

// A key without "?" stands on one line and within this many bytes: YAML 1.1 says characters, unsafe-libyaml counts
// bytes.
constexpr std::size_t k_max_simple_key = 1024;

std::size_t char_width(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xE0) return 2;
  return first < 0xF0 ? 3 : 4;
}

// YAML 1.1, c-printable, which libyaml asks of the whole stream.
bool has_forbidden(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) return true;
      ++i;
      continue;
    }
    const Decoded decoded = decode_utf8(text, i);
    const char32_t point = decoded.point;
    if ((point < 0xA0 && point != 0x85) || point == 0xFFFE || point == 0xFFFF) return true;
    i += decoded.length;
  }
  return false;
}

}  // namespace

LibyamlScanner::LibyamlScanner(std::string_view text) : text_(text) {
  keys_.emplace_back();
  if (has_forbidden(text)) fail("control characters are not allowed");
}

std::size_t LibyamlScanner::break_width(std::size_t ahead) const {
  const unsigned char c = at(ahead);
  if (c == '\n') return 1;
  if (c == '\r') return at(ahead + 1) == '\n' ? 2 : 1;
  if (c == 0xC2 && at(ahead + 1) == 0x85) return 2;
  if (c == 0xE2 && at(ahead + 1) == 0x80 && (at(ahead + 2) == 0xA8 || at(ahead + 2) == 0xA9)) return 3;
  return 0;
}

bool LibyamlScanner::at_document_indicator() const {
  if (mark_.column != 0 || !is_blank_or_end(3)) return false;
  return (at() == '-' && at(1) == '-' && at(2) == '-') || (at() == '.' && at(1) == '.' && at(2) == '.');
}

void LibyamlScanner::step() {
  const std::size_t width = char_width(at());
  at_ += width;
  mark_.index += width;
  ++mark_.column;
}

void LibyamlScanner::step(std::size_t count) {
  while (count-- > 0) step();
}

void LibyamlScanner::step_line() {
  const std::size_t width = break_width();
  mark_.index += width;
  mark_.column = 0;
  ++mark_.line;
  at_ += width;
}

void LibyamlScanner::read(std::string& out) {
  out.append(text_.substr(at_, char_width(at())));
  step();
}

void LibyamlScanner::read_line(std::string& out) {
  const std::size_t width = break_width();
  if (width == 0) return;
  if (width == 3) {
    out.append(text_.substr(at_, 3));  // U+2028 and U+2029 stay as they are
  } else {
    out += '\n';
  }
  step_line();
}

bool LibyamlScanner::fail(std::string_view message) {
  if (error_.empty()) error_ = message;
  return false;
}

const YamlToken* LibyamlScanner::peek() {
  if (!error_.empty()) return nullptr;
  if (!available_ && !fetch_more()) return nullptr;
  return &tokens_.front();
}

YamlToken LibyamlScanner::take() {
  YamlToken token = std::move(tokens_.front());
  skip();
  return token;
}

void LibyamlScanner::skip() {
  tokens_.pop_front();
  ++taken_;
  available_ = false;
}

void LibyamlScanner::push(Kind kind) { tokens_.emplace_back().kind = kind; }

// A token is ready once no simple key that may still begin before it is open.
bool LibyamlScanner::fetch_more() {
  for (;;) {
    bool need = tokens_.empty();
    if (!need) {
      if (!drop_stale_keys()) return false;
      need = first_key_ < keys_.size() && keys_[first_key_].token == taken_;
    }
    if (!need) break;
    if (!fetch_next()) return false;
  }
  available_ = true;
  return true;
}

// Outer keys began earlier, so looking at the outermost one that is possible is enough, and the work stays linear.
bool LibyamlScanner::drop_stale_keys() {
  for (; first_key_ < keys_.size(); ++first_key_) {
    SimpleKey& key = keys_[first_key_];
    if (!key.possible) continue;
    if (key.mark.line == mark_.line && key.mark.index + k_max_simple_key >= mark_.index) break;
    if (key.required) return fail("could not find expected ':'");
    key.possible = false;
  }
  return true;
}

bool LibyamlScanner::save_key() {
  if (!key_allowed_) return true;
  if (!remove_key()) return false;
  keys_.back() = {true, flow_level_ == 0 && indent_ == mark_.column, taken_ + tokens_.size(), mark_};
  first_key_ = std::min(first_key_, keys_.size() - 1);
  return true;
}

bool LibyamlScanner::remove_key() {
  SimpleKey& key = keys_.back();
  if (key.possible && key.required) return fail("could not find expected ':'");
  key.possible = false;
  return true;
}

void LibyamlScanner::roll_indent(std::ptrdiff_t column, std::ptrdiff_t token, Kind kind) {
  if (flow_level_ != 0 || indent_ >= column) return;
  indents_.push_back(indent_);
  indent_ = column;
  YamlToken start;
  start.kind = kind;
  if (token < 0) {
    tokens_.push_back(std::move(start));
  } else {
    tokens_.insert(tokens_.begin() + (token - static_cast<std::ptrdiff_t>(taken_)), std::move(start));
  }
}

void LibyamlScanner::unroll_indent(std::ptrdiff_t column) {
  if (flow_level_ != 0) return;
  while (indent_ > column) {
    push(Kind::block_end);
    indent_ = indents_.back();
    indents_.pop_back();
  }
}

bool LibyamlScanner::skip_to_token() {
  for (;;) {
    if (mark_.column == 0 && at() == 0xEF && at(1) == 0xBB && at(2) == 0xBF) step();
    while (at() == ' ' || ((flow_level_ != 0 || !key_allowed_) && at() == '\t')) step();
    if (at() == '#') {
      while (!is_break_or_end()) step();
    }
    if (ends() || !is_break()) return true;
    step_line();
    if (flow_level_ == 0) key_allowed_ = true;
  }
}

bool LibyamlScanner::starts_plain() const {
  switch (at()) {
    case '-':
      return !is_blank(1);
    case '?':
    case ':':
      return flow_level_ == 0 && !is_blank_or_end(1);
    case ',':
    case '[':
    case ']':
    case '{':
    case '}':
    case '#':
    case '&':
    case '*':
    case '!':
    case '|':
    case '>':
    case '\'':
    case '"':
    case '%':
    case '@':
    case '`':
      return false;
    default:
      return !is_blank_or_end();
  }
}

bool LibyamlScanner::fetch_next() {
  if (!skip_to_token() || !drop_stale_keys()) return false;
  unroll_indent(mark_.column);
  if (ends()) return fetch_stream_end();
  if (mark_.column == 0 && at() == '%') return fetch_directive();
  if (at_document_indicator()) {
    return fetch_document_indicator(at() == '-' ? Kind::document_start : Kind::document_end);
  }
  switch (at()) {
    case '[':
      return fetch_flow_start(Kind::flow_sequence_start);
    case '{':
      return fetch_flow_start(Kind::flow_mapping_start);
    case ']':
      return fetch_flow_end(Kind::flow_sequence_end);
    case '}':
      return fetch_flow_end(Kind::flow_mapping_end);
    case ',':
      return fetch_flow_entry();
    case '-':
      if (is_blank_or_end(1)) return fetch_block_entry();
      break;
    case '?':
      if (flow_level_ != 0 || is_blank_or_end(1)) return fetch_key();
      break;
    case ':':
      if (flow_level_ != 0 || is_blank_or_end(1)) return fetch_value();
      break;
    case '*':
      return fetch_anchor(Kind::alias);
    case '&':
      return fetch_anchor(Kind::anchor);
    case '!':
      return fetch_tag();
    case '|':
      if (flow_level_ == 0) return fetch_block_scalar(true);
      break;
    case '>':
      if (flow_level_ == 0) return fetch_block_scalar(false);
      break;
    case '\'':
      return fetch_flow_scalar(true);
    case '"':
      return fetch_flow_scalar(false);
    default:
      break;
  }
  if (starts_plain()) return fetch_plain_scalar();
  return fail("found character that cannot start any token");
}

bool LibyamlScanner::fetch_stream_end() {
  if (mark_.column != 0) {
    mark_.column = 0;
    ++mark_.line;
  }
  unroll_indent(-1);
  if (!remove_key()) return false;
  key_allowed_ = false;
  push(Kind::stream_end);
  return true;
}

bool LibyamlScanner::fetch_document_indicator(Kind kind) {
  unroll_indent(-1);
  if (!remove_key()) return false;
  key_allowed_ = false;
  step(3);
  push(kind);
  return true;
}

bool LibyamlScanner::fetch_flow_start(Kind kind) {
  if (!save_key()) return false;
  keys_.emplace_back();
  ++flow_level_;
  key_allowed_ = true;
  step();
  push(kind);
  return true;
}

bool LibyamlScanner::fetch_flow_end(Kind kind) {
  if (!remove_key()) return false;
  if (flow_level_ != 0) {
    --flow_level_;
    keys_.pop_back();
    first_key_ = std::min(first_key_, keys_.size());
  }
  key_allowed_ = false;
  step();
  push(kind);
  return true;
}

bool LibyamlScanner::fetch_flow_entry() {
  if (!remove_key()) return false;
  key_allowed_ = true;
  step();
  push(Kind::flow_entry);
  return true;
}

bool LibyamlScanner::fetch_block_entry() {
  if (flow_level_ == 0) {
    if (!key_allowed_) return fail("block sequence entries are not allowed in this context");
    roll_indent(mark_.column, -1, Kind::block_sequence_start);
  }
  if (!remove_key()) return false;
  key_allowed_ = true;
  step();
  push(Kind::block_entry);
  return true;
}

bool LibyamlScanner::fetch_key() {
  if (flow_level_ == 0) {
    if (!key_allowed_) return fail("mapping keys are not allowed in this context");
    roll_indent(mark_.column, -1, Kind::block_mapping_start);
  }
  if (!remove_key()) return false;
  key_allowed_ = flow_level_ == 0;
  step();
  push(Kind::key);
  return true;
}

bool LibyamlScanner::fetch_value() {
  if (!drop_stale_keys()) return false;
  SimpleKey& key = keys_.back();
  if (key.possible) {
    YamlToken token;
    token.kind = Kind::key;
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(key.token - taken_), std::move(token));
    roll_indent(key.mark.column, static_cast<std::ptrdiff_t>(key.token), Kind::block_mapping_start);
    key.possible = false;
    key_allowed_ = false;
  } else {
    if (flow_level_ == 0) {
      if (!key_allowed_) return fail("mapping values are not allowed in this context");
      roll_indent(mark_.column, -1, Kind::block_mapping_start);
    }
    key_allowed_ = flow_level_ == 0;
  }
  step();
  push(Kind::value);
  return true;
}

}  // namespace skillstow::loader
