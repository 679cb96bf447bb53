// Nodes and collections of js-yaml.
#include "agents/loader/js_yaml.h"

#include <algorithm>

#include "agents/loader/js_yaml_loader.h"
#include "base/format.h"

namespace skillstow::loader {
namespace {

constexpr std::string_view k_schema = "tag:yaml.org,2002:";
constexpr std::size_t k_small_map = 24;  // up to this size keys are found by looking at each

bool is_white_or_eol(unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

YamlTree js_yaml_load(std::string_view text, JsYaml version) { return JsYamlLoader(text, version).load(); }

YamlTree JsYamlLoader::load() {
  tree_.add(YamlTree::Kind::null);
  std::string with_end;
  if (!text_.empty() && text_.back() != '\n' && text_.back() != '\r') {
    with_end = std::string(text_) + '\n';
    text_ = with_end;
  }
  if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  if (text_.find('\0') != std::string_view::npos) fail("null byte is not allowed in input");
  while (at() == ' ') {
    ++line_indent_;
    ++at_;
  }
  std::size_t documents = 0;
  while (!failed_ && at_ + 1 < text_.size()) {  // the last line end need not be read
    read_document();
    if (documents++ == 0) tree_.root = result_;
  }
  if (documents > 1) fail("expected a single document in the stream, but found more");
  return std::move(tree_);
}

void JsYamlLoader::read_document() {
  bool has_directives = false;
  has_version_ = false;
  handles_.clear();
  anchors_.clear();
  while (at() != 0) {
    skip_space(true);
    if (line_indent_ > 0 || at() != '%') break;
    has_directives = true;
    read_directive();
  }
  skip_space(true);
  if (line_indent_ == 0 && at() == '-' && at(1) == '-' && at(2) == '-') {
    at_ += 3;
    skip_space(true);
  } else if (has_directives) {
    fail("directives end mark is expected");
  }
  compose(line_indent_ - 1, Context::block_out, false, true);
  skip_space(true);
  if (at_ == line_start_ && at_document_separator()) {
    if (at() == '.') {
      at_ += 3;
      skip_space(true);
    }
    return;
  }
  if (at_ + 1 < text_.size()) fail("end of the stream or a document separator is expected");
}

bool JsYamlLoader::compose(int parent_indent, Context context, bool allow_to_seek, bool allow_compact) {
  tag_.reset();
  anchor_.reset();
  kind_ = NodeKind::none;
  is_text_ = false;
  is_single_ = false;
  result_ = 0;
  merge_key_ = false;
  if (depth_ >= k_js_yaml_depth) return fail("too deeply nested");
  ++depth_;

  const bool block = context == Context::block_out || context == Context::block_in;
  bool allow_collections = block;
  int status = 1;  // of the line's indentation against the parent's: 1 deeper, 0 equal, -1 less
  bool new_line = false;
  const auto compare = [&] {
    status = line_indent_ > parent_indent ? 1 : line_indent_ == parent_indent ? 0 : -1;
    new_line = true;
  };
  if (allow_to_seek && skip_space(true) != 0) compare();
  if (status == 1) {
    while (read_tag() || read_anchor()) {
      if (skip_space(true) != 0) {
        allow_collections = block;
        compare();
      } else {
        allow_collections = false;
      }
    }
  }
  if (allow_collections) allow_collections = new_line || allow_compact;
  bool has_content = false;
  if (status == 1 || context == Context::block_out) {
    has_content = read_content(parent_indent, context, block, allow_collections, status);
  }
  if (!failed_) apply_tag();
  --depth_;
  return !failed_ && (tag_.has_value() || anchor_.has_value() || has_content);
}

bool JsYamlLoader::read_content(int parent_indent, Context context, bool allow_block, bool allow_collections,
                                int indent_status) {
  const bool flow = context == Context::flow_in || context == Context::flow_out;
  const int flow_indent = flow ? parent_indent : parent_indent + 1;
  const int block_indent = static_cast<int>(at_ - line_start_);
  if (indent_status == 0) return allow_collections && read_block_sequence(block_indent);
  if (indent_status != 1) return false;
  if (allow_collections && (read_block_sequence(block_indent) || read_block_mapping(block_indent, flow_indent))) {
    return true;
  }
  if (read_flow_collection(flow_indent)) return true;
  is_single_ = true;
  if ((allow_block && read_block_scalar(flow_indent)) || read_single_quoted() || read_double_quoted()) return true;
  if (read_alias()) {
    if (tag_ || anchor_) fail("alias node should not have any properties");
    return true;
  }
  if (read_plain(flow_indent, context == Context::flow_in)) {
    if (!tag_) tag_ = "?";
    return true;
  }
  return false;
}

// Turns the text that was read into a value, by its look or by its tag.
void JsYamlLoader::apply_tag() {
  const auto take = [this](JsScalar scalar) {
    merge_key_ = scalar.merge;
    result_ = scalar.kind == YamlTree::Kind::null ? 0 : tree_.add(scalar.kind, std::move(scalar.text));
    is_text_ = false;
  };
  if (!tag_ || *tag_ == "!") {
    if (is_text_) take({YamlTree::Kind::string, false, scalar_});
  } else if (*tag_ == "?") {
    if (is_text_) {
      take(js_yaml_plain(scalar_, version_));
    } else if (result_ != 0 && kind_ != NodeKind::scalar) {
      fail("unacceptable node kind for !<?> tag");
    }
  } else {
    if (!tag_->starts_with(k_schema)) {
      fail("unknown tag");
      return;
    }
    const std::string_view name = std::string_view(*tag_).substr(k_schema.size());
    const bool is_sequence_tag = name == "seq" || name == "omap" || name == "pairs";
    const bool is_mapping_tag = name == "map" || name == "set";
    const bool empty = !is_text_ && result_ == 0;
    if (is_sequence_tag || is_mapping_tag) {
      const NodeKind wanted = is_sequence_tag ? NodeKind::sequence : NodeKind::mapping;
      if (kind_ != NodeKind::none && kind_ != wanted) {
        fail("unknown tag");
        return;
      }
      if (empty) {
        result_ = tree_.add(is_sequence_tag ? YamlTree::Kind::sequence : YamlTree::Kind::map);
      } else {
        const YamlTree::Node& node = tree_.nodes[result_];
        std::vector<std::string> seen;
        for (std::size_t i = 0; i < node.items.size(); ++i) {
          const YamlTree::Node& item = tree_.nodes[node.items[i]];
          if (name == "set" && i % 2 == 1 && item.kind != YamlTree::Kind::null) fail("cannot resolve a node");
          if (name != "omap" && name != "pairs") continue;
          if (item.kind != YamlTree::Kind::map || item.items.size() != 2) {
            fail("cannot resolve a node");
            return;
          }
          const std::string& key = tree_.nodes[item.items[0]].text;
          if (name == "omap" && std::find(seen.begin(), seen.end(), key) != seen.end()) fail("cannot resolve a node");
          if (seen.size() < k_small_map) seen.push_back(key);
        }
        if (name == "pairs") {
          for (std::size_t i = 0; i < node.items.size() && !failed_; ++i) {
            // A list of lists now; nothing that reads the tree looks into it.
            tree_.nodes[node.items[i]].kind = YamlTree::Kind::sequence;
          }
        }
      }
    } else if (kind_ == NodeKind::sequence || kind_ == NodeKind::mapping) {
      fail("unknown tag");
      return;
    } else if (empty) {  // a tag alone, or on a null
      if (name == "str") {
        result_ = tree_.add(YamlTree::Kind::string);
      } else if (name == "merge") {
        merge_key_ = true;
      } else if (name != "null") {
        fail("cannot resolve a node");
        return;
      }
    } else if (is_text_) {
      std::optional<JsScalar> scalar = js_yaml_tagged(name, scalar_, version_);
      if (!scalar) {
        fail("cannot resolve a node");
        return;
      }
      take(std::move(*scalar));
    } else if (name != "str") {
      fail("cannot resolve a node");  // already a value of another type, which has no text to look at
      return;
    }
  }
  // Version 3 forgets the anchor of what is neither a scalar nor tagged: an empty node, or a scalar below its anchor.
  if (version_ == JsYaml::v4 || tag_ || is_single_) set_anchor(result_);
}

std::string JsYamlLoader::key_text(std::uint32_t node) {
  const YamlTree::Node& key = tree_.nodes[node];
  if (key.kind == YamlTree::Kind::sequence) {
    for (std::uint32_t item : key.items) {
      if (tree_.nodes[item].kind == YamlTree::Kind::sequence) {
        fail("nested arrays are not supported inside keys");
        return {};
      }
    }
  }
  return js_string(tree_, key);
}

std::size_t JsYamlLoader::find_key(const Mapping& mapping, const std::string& key) const {
  const std::vector<std::uint32_t>& items = tree_.nodes[mapping.node].items;
  if (items.size() / 2 <= k_small_map) {
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (tree_.nodes[items[i]].text == key) return i + 1;
    }
    return 0;
  }
  const auto found = mapping.index.find(key);
  return found == mapping.index.end() ? 0 : found->second;
}

void JsYamlLoader::set_key(Mapping& mapping, const std::string& key, std::uint32_t value) {
  const std::size_t known = find_key(mapping, key);
  if (known != 0) {
    tree_.nodes[mapping.node].items[known] = value;
    return;
  }
  const std::uint32_t name = tree_.add(YamlTree::Kind::string, key);
  std::vector<std::uint32_t>& items = tree_.nodes[mapping.node].items;
  items.push_back(name);
  items.push_back(value);
  const std::size_t pairs = items.size() / 2;
  if (pairs == k_small_map + 1) {
    for (std::size_t i = 0; i < items.size(); i += 2) mapping.index[tree_.nodes[items[i]].text] = i + 1;
  } else if (pairs > k_small_map) {
    mapping.index[key] = items.size() - 1;
  }
}

void JsYamlLoader::store(Mapping& mapping, const Key& key, std::uint32_t value) {
  if (failed_) return;
  const std::string text = key_text(key.node);
  if (failed_) return;
  if (key.merge) {
    if (tree_.nodes[value].kind == YamlTree::Kind::sequence) {
      const std::vector<std::uint32_t> sources = tree_.nodes[value].items;
      for (std::uint32_t source : sources) merge(mapping, source);
    } else {
      merge(mapping, value);
    }
    return;
  }
  if (!mapping.overridable.contains(text) && find_key(mapping, text) != 0) {
    fail("duplicated mapping key");
    return;
  }
  set_key(mapping, text, value);
  mapping.overridable.erase(text);
}

void JsYamlLoader::merge(Mapping& mapping, std::uint32_t source) {
  const YamlTree::Kind kind = tree_.nodes[source].kind;
  if (kind == YamlTree::Kind::other) return;  // a date: an object without keys
  if (kind != YamlTree::Kind::map && kind != YamlTree::Kind::sequence) {
    fail("cannot merge mappings; the provided source object is unacceptable");
    return;
  }
  const std::vector<std::uint32_t> items = tree_.nodes[source].items;
  const std::size_t step = kind == YamlTree::Kind::map ? 2 : 1;
  for (std::size_t i = 0; i < items.size(); i += step) {
    const std::string key = step == 2 ? tree_.nodes[items[i]].text : format("{}", i);
    if (find_key(mapping, key) != 0) continue;
    set_key(mapping, key, items[i + step - 1]);
    mapping.overridable.insert(key);
  }
}

bool JsYamlLoader::read_flow_collection(int node_indent) {
  if (at() != '[' && at() != '{') return false;
  const bool is_mapping = at() == '{';
  const unsigned char terminator = is_mapping ? '}' : ']';
  const std::optional<std::string> tag = tag_;
  const std::optional<std::string> anchor = anchor_;
  Mapping mapping;
  const std::uint32_t node = tree_.add(is_mapping ? YamlTree::Kind::map : YamlTree::Kind::sequence);
  mapping.node = node;
  set_anchor(node);
  ++at_;
  bool read_next = true;
  while (at() != 0) {
    skip_space(true);
    if (at() == terminator) {
      ++at_;
      tag_ = tag;
      anchor_ = anchor;
      kind_ = is_mapping ? NodeKind::mapping : NodeKind::sequence;
      is_text_ = false;
      result_ = node;
      return true;
    }
    if (!read_next) return fail("missed comma between flow collection entries");
    if (at() == ',' && version_ == JsYaml::v4) return fail("expected the node content, but found ','");
    bool is_pair = false;
    bool is_explicit = false;
    if (at() == '?' && is_white_or_eol(at(1))) {
      is_pair = is_explicit = true;
      ++at_;
      skip_space(true);
    }
    const int line = line_;
    compose(node_indent, Context::flow_in, false, true);
    const Key key{result_, merge_key_};
    std::uint32_t value = 0;
    skip_space(true);
    if ((is_explicit || line_ == line) && at() == ':') {
      is_pair = true;
      ++at_;
      skip_space(true);
      compose(node_indent, Context::flow_in, false, true);
      value = result_;
    }
    if (failed_) return false;
    if (is_mapping) {
      store(mapping, key, value);
    } else if (is_pair) {
      Mapping pair;
      pair.node = tree_.add(YamlTree::Kind::map);
      store(pair, key, value);
      tree_.nodes[node].items.push_back(pair.node);
    } else {
      tree_.nodes[node].items.push_back(key.node);
    }
    skip_space(true);
    read_next = at() == ',';
    if (read_next) ++at_;
  }
  return fail("unexpected end of the stream within a flow collection");
}

bool JsYamlLoader::read_block_sequence(int node_indent) {
  if (tab_in_line_) return false;
  const bool starts = at() == '-' && is_white_or_eol(at(1));
  if (!starts && !anchor_) return false;
  const std::optional<std::string> tag = tag_;
  const std::optional<std::string> anchor = anchor_;
  const std::uint32_t node = tree_.add(YamlTree::Kind::sequence);
  set_anchor(node);  // even if it turns out to be no sequence: version 3 leaves it so
  if (!starts) return false;
  while (at() != 0) {
    if (tab_in_line_) return fail("tab characters must not be used in indentation");
    if (at() != '-' || !is_white_or_eol(at(1))) break;
    ++at_;
    if (skip_space(true) != 0 && line_indent_ <= node_indent) {
      tree_.nodes[node].items.push_back(0);
      continue;
    }
    const int line = line_;
    compose(node_indent, Context::block_in, false, true);
    tree_.nodes[node].items.push_back(result_);
    skip_space(true);
    if ((line_ == line || line_indent_ > node_indent) && at() != 0) {
      return fail("bad indentation of a sequence entry");
    }
    if (line_indent_ < node_indent) break;
  }
  tag_ = tag;
  anchor_ = anchor;
  kind_ = NodeKind::sequence;
  is_text_ = false;
  result_ = node;
  return true;
}

bool JsYamlLoader::read_block_mapping(int node_indent, int flow_indent) {
  if (tab_in_line_) return false;
  const std::optional<std::string> tag = tag_;
  const std::optional<std::string> anchor = anchor_;
  Mapping mapping;
  mapping.node = tree_.add(YamlTree::Kind::map);
  set_anchor(mapping.node);
  Key key;
  std::uint32_t value = 0;
  bool explicit_key = false;
  bool detected = false;
  while (at() != 0) {
    if (!explicit_key && tab_in_line_) return fail("tab characters must not be used in indentation");
    const int line = line_;
    bool allow_compact = false;
    if ((at() == '?' || at() == ':') && is_white_or_eol(at(1))) {
      if (at() == '?') {
        if (explicit_key) {
          store(mapping, key, 0);
          key = {};
        }
        detected = true;
        explicit_key = true;
        allow_compact = true;
      } else if (explicit_key) {
        explicit_key = false;
        allow_compact = true;
      } else {
        return fail("incomplete explicit mapping pair; a key node is missed");
      }
      ++at_;
    } else {
      if (!compose(flow_indent, Context::flow_out, false, true)) break;
      if (line_ == line) {
        while (at() == ' ' || at() == '\t') ++at_;
        if (at() == ':') {
          ++at_;
          if (!is_white_or_eol(at())) {
            return fail("a whitespace character is expected after the key-value separator within a block mapping");
          }
          if (explicit_key) {
            store(mapping, key, 0);
            key = {};
          }
          detected = true;
          explicit_key = false;
          allow_compact = false;
          key = {result_, merge_key_};
        } else if (detected) {
          return fail("can not read an implicit mapping pair; a colon is missed");
        } else {
          tag_ = tag;
          anchor_ = anchor;
          return true;  // what was read is no mapping, and stays
        }
      } else if (detected) {
        return fail("can not read a block mapping entry; a multiline key may not be an implicit key");
      } else {
        tag_ = tag;
        anchor_ = anchor;
        return true;
      }
    }
    if (line_ == line || line_indent_ > node_indent) {
      if (compose(node_indent, Context::block_out, true, allow_compact)) {
        if (explicit_key) {
          key = {result_, false};
        } else {
          value = result_;
        }
      }
      if (!explicit_key) {
        store(mapping, key, value);
        key = {};
        value = 0;
      }
      skip_space(true);
    }
    const bool same_line = version_ == JsYaml::v4 && line_ == line;
    if ((same_line || line_indent_ > node_indent) && at() != 0) return fail("bad indentation of a mapping entry");
    if (line_indent_ < node_indent) break;
  }
  if (failed_) return false;
  if (explicit_key) store(mapping, key, 0);
  if (!detected) return false;
  tag_ = tag;
  anchor_ = anchor;
  kind_ = NodeKind::mapping;
  is_text_ = false;
  result_ = mapping.node;
  return true;
}

}  // namespace skillstow::loader
