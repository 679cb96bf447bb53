#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "agents/loader/libyaml.h"

namespace skillstow::loader {

struct YamlToken {
  enum class Kind : std::uint8_t {
    stream_end,
    version_directive,
    tag_directive,
    document_start,
    document_end,
    block_sequence_start,
    block_mapping_start,
    block_end,
    flow_sequence_start,
    flow_sequence_end,
    flow_mapping_start,
    flow_mapping_end,
    block_entry,
    flow_entry,
    key,
    value,
    alias,
    anchor,
    tag,
    scalar,
  };
  Kind kind = Kind::stream_end;
  ScalarStyle style = ScalarStyle::plain;
  std::string text;    // scalar, alias, anchor; handle of a tag
  std::string suffix;  // of a tag; prefix of a tag directive
  int major = 0;       // version directive
  int minor = 0;
};

// The tokens of a stream. A fault ends it: peek() gives nullptr from then on and error() tells why.
class LibyamlScanner {
 public:
  explicit LibyamlScanner(std::string_view text);

  const YamlToken* peek();
  YamlToken take();  // the token that peek() showed
  void skip();
  const std::string& error() const { return error_; }

 private:
  struct Mark {
    std::size_t index = 0;  // in code points
    std::size_t line = 0;
    std::ptrdiff_t column = 0;
  };
  struct SimpleKey {
    bool possible = false;
    bool required = false;
    std::size_t token = 0;
    Mark mark;
  };

  // The text.
  unsigned char at(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : 0;
  }
  bool ends(std::size_t ahead = 0) const { return at_ + ahead >= text_.size(); }
  bool is_break(std::size_t ahead = 0) const { return break_width(ahead) != 0; }
  std::size_t break_width(std::size_t ahead = 0) const;
  bool is_blank(std::size_t ahead = 0) const { return at(ahead) == ' ' || at(ahead) == '\t'; }
  bool is_break_or_end(std::size_t ahead = 0) const { return ends(ahead) || is_break(ahead); }
  bool is_blank_or_end(std::size_t ahead = 0) const { return is_blank(ahead) || is_break_or_end(ahead); }
  bool at_document_indicator() const;
  void step();  // passes over one character
  void step(std::size_t count);
  void step_line();                  // passes over a line break
  void read(std::string& out);       // one character
  void read_line(std::string& out);  // a line break, made "\n"
  bool fail(std::string_view message);

  // Bookkeeping.
  bool fetch_more();
  bool fetch_next();
  bool drop_stale_keys();
  bool save_key();
  bool remove_key();
  void roll_indent(std::ptrdiff_t column, std::ptrdiff_t token, YamlToken::Kind kind);
  void unroll_indent(std::ptrdiff_t column);
  void push(YamlToken::Kind kind);

  // One token each.
  bool skip_to_token();
  bool fetch_stream_end();
  bool fetch_directive();
  bool fetch_document_indicator(YamlToken::Kind kind);
  bool fetch_flow_start(YamlToken::Kind kind);
  bool fetch_flow_end(YamlToken::Kind kind);
  bool fetch_flow_entry();
  bool fetch_block_entry();
  bool fetch_key();
  bool fetch_value();
  bool fetch_anchor(YamlToken::Kind kind);
  bool fetch_tag();
  bool fetch_block_scalar(bool literal);
  bool fetch_flow_scalar(bool single);
  bool fetch_plain_scalar();
  bool starts_plain() const;

  bool scan_version(int& number);
  bool scan_tag_handle(bool directive, std::string& handle);
  bool scan_tag_uri(bool uri, std::string_view head, std::string& out);
  bool scan_uri_escape(std::string& out);
  bool scan_escape(std::string& out);
  bool scan_block_breaks(std::ptrdiff_t& indent, std::string& breaks);
  static void fold(std::string& text, std::string& leading, std::string& trailing);

  std::string_view text_;
  std::size_t at_ = 0;
  Mark mark_;
  std::deque<YamlToken> tokens_;
  std::size_t taken_ = 0;  // tokens handed out
  bool available_ = false;
  std::size_t flow_level_ = 0;
  std::ptrdiff_t indent_ = -1;
  std::vector<std::ptrdiff_t> indents_;
  bool key_allowed_ = true;
  std::vector<SimpleKey> keys_;  // one for each flow level, and one for the block around
  std::size_t first_key_ = 0;    // no key before this one is possible
  std::string error_;
};

}  // namespace skillstow::loader
