#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// One reader for one text. Recursive with a limit. After a fault the scanner gives the end of the text for ever, so
// that every loop runs out.
class BunYamlReader {
 public:
  explicit BunYamlReader(std::string_view text) : text_(text) {}
  YamlTree read();

 private:
  enum class Context : std::uint8_t { block_out, block_in, flow_in, flow_key };

  enum class Token : std::uint8_t {
    end,
    sequence_entry,  // -
    mapping_key,     // ?
    mapping_value,   // :
    collect_entry,   // ,
    sequence_start,  // [
    sequence_end,    // ]
    mapping_start,   // {
    mapping_end,     // }
    anchor,
    alias,
    tag,
    directive,       // %
    document_start,  // ---
    document_end,    // ...
    scalar,
  };

  // What a tag asks of a plain scalar. Other tags make it text.
  enum class Tag : std::uint8_t { none, non_specific, boolean, integer, floating, null, text, other };

  struct TokenData {
    Token kind = Token::end;
    std::size_t start = 0;
    std::size_t indent = 0;
    std::size_t line = 1;
    Tag tag = Tag::none;
    std::string name;  // of an anchor or alias
    YamlTree::Kind scalar = YamlTree::Kind::string;
    std::string text;  // of a scalar: its text, or the number as it is printed
    bool quoted = false;
    bool multiline = false;
  };

  struct ScanOptions {
    std::optional<std::size_t> parent_indent{};  // of a compact collection: counts before the blanks that follow
    Tag tag = Tag::none;
    bool first = false;
    bool outside_context = false;
  };

  struct NodeOptions {
    std::optional<std::size_t> mapping_indent{};
    bool explicit_key = false;
    bool flow_pair = false;
    const TokenData* tag = nullptr;
    const TokenData* anchor = nullptr;
  };

  enum class IndentedKind : std::uint8_t { sequence_entry, explicit_key, value, value_in_pair };

  struct Properties {
    std::optional<TokenData> anchor;
    std::optional<TokenData> tag;
    std::optional<TokenData> mapping_anchor;
    std::optional<TokenData> mapping_tag;
    Tag tag_kind() const { return tag ? tag->tag : Tag::none; }
  };

  struct KeyAnchors {
    const std::string* key = nullptr;
    const std::string* mapping = nullptr;
  };

  struct Mapping {
    std::uint32_t node = 0;
    std::unordered_set<std::string> keys;  // filled at the first merge
    std::size_t indexed = 0;
  };

  // Scanner.
  unsigned char at(std::size_t ahead = 0) const {
    return !failed_ && at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : 0;
  }
  bool is_end(std::size_t ahead = 0) const { return failed_ || at_ + ahead >= text_.size(); }
  void step(std::size_t count = 1) { at_ = at_ + count < text_.size() ? at_ + count : text_.size(); }
  void new_line();   // the position is at the line end; its last byte is not yet passed over
  void pass_line();  // new_line for "\n", "\r" and "\r\n"
  bool at_line_start() const { return at_ == line_start_; }
  bool is_blank_or_break(std::size_t ahead) const;
  bool is_blank_break_or_end(std::size_t ahead) const { return is_end(ahead) || is_blank_or_break(ahead); }
  bool starts_with(std::string_view word) const { return !failed_ && text_.substr(at_).starts_with(word); }
  bool at_marker(std::string_view marker) const;
  bool fail(std::string_view message);
  Context context() const { return contexts_.empty() ? Context::block_out : contexts_.back(); }
  bool in_flow() const { return context() == Context::flow_in || context() == Context::flow_key; }
  void skip_blanks();
  std::size_t fold_lines();

  void scan(const ScanOptions& options);
  void scan_token(const ScanOptions& options);
  TokenData make(Token kind, std::size_t start) const;
  void scan_name(Token kind);
  void scan_tag();
  void scan_plain(const ScanOptions& options);
  void scan_single_quoted();
  void scan_double_quoted();
  bool scan_quoted_break(std::string& text, bool escaped);
  bool at_quoted_marker() const;
  bool scan_escape(std::string& text);
  bool read_hex(int count, std::uint32_t& value);
  void scan_block_scalar(bool folded);
  bool scan_block_header(std::size_t& indicator, char& chomp);
  std::size_t tag_char_width() const;
  bool skip_tag_chars();
  bool is_uri_char() const;
  bool is_name_char() const;
  static Tag tag_of(std::string_view shorthand);

  // Parser.
  bool is(Token kind) const { return token_.kind == kind; }
  std::uint32_t document();
  bool directive(bool& version);
  bool directive_prefix();
  bool to_line_end();
  std::uint32_t node(const NodeOptions& options);
  std::uint32_t node_content(const NodeOptions& options, Properties& properties, bool& done);
  bool takes_key(const NodeOptions& options, std::size_t indent, std::size_t line, bool tab, bool return_early);
  std::uint32_t block_sequence();
  std::uint32_t block_mapping(std::uint32_t first_key, std::size_t indent, std::size_t line, bool flow_pair);
  std::uint32_t block_mapping_entries(std::uint32_t first_key, std::size_t indent, std::size_t line, bool flow_pair);
  std::uint32_t mapping_with_anchors(std::uint32_t key, const Properties& properties, std::size_t indent,
                                     std::size_t line, bool flow_pair);
  std::uint32_t indented(std::size_t n, std::size_t line, IndentedKind kind);
  std::uint32_t flow_sequence();
  std::uint32_t flow_mapping();
  std::uint32_t flow_explicit_key();
  void scan_in(Context context);

  bool set_anchor(Properties& properties, const TokenData& token);
  bool set_tag(Properties& properties, const TokenData& token);
  bool key_anchors(const Properties& properties, std::size_t line, KeyAnchors& anchors);
  std::uint32_t empty_node(Tag tag);
  std::uint32_t properties_alone(const TokenData* tag, const TokenData* anchor);
  std::uint32_t scalar_node(const TokenData& token);
  void append(Mapping& mapping, std::uint32_t key, std::uint32_t value);
  void append_or_merge(Mapping& mapping, std::uint32_t key, std::uint32_t value);
  void merge(Mapping& mapping, std::uint32_t source);
  std::string identity(std::uint32_t node) const;
  std::size_t weight(std::uint32_t node) const { return node < weights_.size() ? weights_[node] : 1; }
  std::uint32_t finish(std::uint32_t node);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  std::size_t line_indent_ = 0;
  std::size_t line_ = 1;
  bool tab_after_indent_ = false;
  bool failed_ = false;
  int depth_ = 0;
  TokenData token_;
  std::vector<Context> contexts_;
  std::vector<std::size_t> block_indents_;
  std::optional<std::size_t> document_line_;
  std::map<std::string, std::uint32_t, std::less<>> anchors_;
  std::set<std::string, std::less<>> handles_;
  std::size_t merge_budget_ = 0;
  std::size_t alias_budget_ = 0;
  std::vector<std::size_t> weights_;  // of collections: nodes in them, aliases followed
  YamlTree tree_;
};

}  // namespace skillstow::loader
