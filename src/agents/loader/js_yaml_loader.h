#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "agents/loader/js_yaml.h"

namespace skillstow::loader {

// What a plain scalar resolves to; js_yaml_types.cpp.
struct JsScalar {
  YamlTree::Kind kind = YamlTree::Kind::string;
  bool merge = false;  // "<<"
  std::string text;    // as String(value) prints it
};
JsScalar js_yaml_plain(std::string_view text, JsYaml version);

// Whether the text is what an explicit tag of the library's schema asks for ("int", "float", "timestamp", "binary", …).
// Gives the value, or nothing where the library throws.
std::optional<JsScalar> js_yaml_tagged(std::string_view tag, std::string_view text, JsYaml version);

// The reader. It is recursive as the library is, with a limit of its own. After a fault every further look at the text
// gives its end, so that all loops run out by themselves.
class JsYamlLoader {
 public:
  JsYamlLoader(std::string_view text, JsYaml version) : text_(text), version_(version) {}
  YamlTree load();

 private:
  enum class Context { flow_in, flow_out, block_in, block_out };
  enum class NodeKind { none, scalar, sequence, mapping };

  // The pairs of a mapping under construction.
  struct Mapping {
    std::uint32_t node = 0;
    std::unordered_map<std::string, std::size_t> index;  // key -> place of its value in the node's items; large maps
    std::unordered_set<std::string> overridable;         // keys that a merge brought
  };

  unsigned char at(std::size_t ahead = 0) const {
    return !failed_ && at_ + ahead < text_.size() ? static_cast<unsigned char>(text_[at_ + ahead]) : 0;
  }
  bool fail(std::string_view message);

  void read_document();
  void read_directive();
  bool at_document_separator() const;
  void read_line_break();
  int skip_space(bool comments);

  bool compose(int parent_indent, Context context, bool allow_to_seek, bool allow_compact);
  bool read_content(int parent_indent, Context context, bool allow_block, bool allow_collections, int indent_status);
  void apply_tag();
  bool read_tag();
  bool read_anchor();
  bool read_alias();
  bool read_plain(int node_indent, bool in_flow);
  bool read_single_quoted();
  bool read_double_quoted();
  void read_escape();
  bool read_block_scalar(int node_indent);
  bool read_flow_collection(int node_indent);
  bool read_block_sequence(int node_indent);
  bool read_block_mapping(int node_indent, int flow_indent);

  void capture(std::size_t start, std::size_t end, bool json);
  void fold(int breaks);
  void set_anchor(std::uint32_t node);

  struct Key {
    std::uint32_t node = 0;
    bool merge = false;
  };
  void store(Mapping& mapping, const Key& key, std::uint32_t value);
  void merge(Mapping& mapping, std::uint32_t source);
  std::string key_text(std::uint32_t node);
  std::size_t find_key(const Mapping& mapping, const std::string& key) const;
  void set_key(Mapping& mapping, const std::string& key, std::uint32_t value);

  std::string_view text_;
  JsYaml version_;
  std::size_t at_ = 0;
  int line_ = 0;
  std::size_t line_start_ = 0;
  int line_indent_ = 0;
  bool tab_in_line_ = false;  // a tab stands before the first token of the line; version 4 only
  bool failed_ = false;
  int depth_ = 0;

  // The node that was read last.
  NodeKind kind_ = NodeKind::none;
  std::optional<std::string> tag_;
  std::optional<std::string> anchor_;
  bool is_single_ = false;  // it is a scalar or an alias
  bool is_text_ = false;    // the result is still the text below, not yet a node
  std::string scalar_;
  std::uint32_t result_ = 0;  // node; 0 is null
  bool merge_key_ = false;

  std::map<std::string, std::uint32_t, std::less<>> anchors_;
  std::map<std::string, std::string, std::less<>> handles_;
  bool has_version_ = false;
  YamlTree tree_;
};

}  // namespace skillstow::loader
