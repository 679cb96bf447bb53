// Collections of Bun's YAML parser.
#include <algorithm>

#include "agents/loader/bun_yaml_reader.h"
#include "base/format.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

constexpr std::string_view k_tab = "Tab characters cannot be used as indentation";

}  // namespace

// A finished collection: how many nodes stand in it once aliases are followed.
std::uint32_t BunYamlReader::finish(std::uint32_t node) {
  if (weights_.size() <= node) weights_.resize(tree_.nodes.size(), 1);
  std::size_t total = 1;
  constexpr std::size_t k_plenty = std::size_t{1} << 40;
  for (std::uint32_t item : tree_.nodes[node].items) total = std::min(total + weight(item), k_plenty);
  weights_[node] = total;
  return node;
}

std::string BunYamlReader::identity(std::uint32_t node) const {
  const YamlTree::Node& key = tree_.nodes[node];
  if (key.kind == Kind::sequence || key.kind == Kind::map) return format("#{}", node);
  return format("{}:{}", static_cast<int>(key.kind), key.text);
}

void BunYamlReader::append(Mapping& mapping, std::uint32_t key, std::uint32_t value) {
  if (failed_) return;
  tree_.nodes[mapping.node].items.push_back(key);
  tree_.nodes[mapping.node].items.push_back(value);
}

void BunYamlReader::append_or_merge(Mapping& mapping, std::uint32_t key, std::uint32_t value) {
  if (failed_) return;
  const YamlTree::Node& name = tree_.nodes[key];
  const Kind kind = tree_.nodes[value].kind;
  if (name.kind != Kind::string || name.text != "<<" || (kind != Kind::map && kind != Kind::sequence)) {
    append(mapping, key, value);
  } else if (kind == Kind::map) {
    merge(mapping, value);
  } else {
    const std::vector<std::uint32_t> sources = tree_.nodes[value].items;
    for (std::uint32_t source : sources) {
      if (tree_.nodes[source].kind == Kind::map) merge(mapping, source);
    }
  }
}

void BunYamlReader::merge(Mapping& mapping, std::uint32_t source) {
  for (; mapping.indexed < tree_.nodes[mapping.node].items.size(); mapping.indexed += 2) {
    mapping.keys.insert(identity(tree_.nodes[mapping.node].items[mapping.indexed]));
  }
  const std::vector<std::uint32_t> pairs = tree_.nodes[source].items;
  for (std::size_t i = pairs.size(); i >= 2; i -= 2) {
    if (!mapping.keys.insert(identity(pairs[i - 2])).second) continue;
    if (merge_budget_ == 0) {
      fail("Out of memory");
      return;
    }
    --merge_budget_;
    append(mapping, pairs[i - 2], pairs[i - 1]);
    mapping.indexed += 2;
  }
}

void BunYamlReader::scan_in(Context context) {
  contexts_.push_back(context);
  scan({});
  contexts_.pop_back();
}

std::uint32_t BunYamlReader::block_sequence() {
  const std::size_t indent = token_.indent;
  if (document_line_ && token_.line == *document_line_) {
    fail("Unexpected token");
    return 0;
  }
  block_indents_.push_back(indent);
  const std::uint32_t made = tree_.add(Kind::sequence);
  std::size_t line_before = 0;
  while (!failed_ && is(Token::sequence_entry) && token_.indent == indent) {
    if (tab_after_indent_) {
      fail(k_tab);
      break;
    }
    const std::size_t line = token_.line;
    if (line == line_before) break;
    line_before = line;
    scan({.parent_indent = indent + 1});
    const std::uint32_t item = indented(indent, line, IndentedKind::sequence_entry);
    tree_.nodes[made].items.push_back(item);
  }
  block_indents_.pop_back();
  return finish(made);
}

// What follows "-", "?" or ":". A token on a later line that is not indented more than `n` belongs to the parent, and
// the node is empty; a sequence may stand at the indentation of its key.
std::uint32_t BunYamlReader::indented(std::size_t n, std::size_t line, IndentedKind kind) {
  std::optional<TokenData> tag;
  std::optional<TokenData> anchor;
  const bool flow = in_flow();
  const auto pointer = [](const std::optional<TokenData>& token) { return token ? &*token : nullptr; };
  for (;;) {
    if (failed_) return 0;
    if (!flow && token_.line != line) {
      const bool is_entry = is(Token::sequence_entry) && kind != IndentedKind::sequence_entry;
      if (is_entry ? token_.indent < n : token_.indent <= n) {
        if (tag && is(Token::scalar) && !token_.quoted && !token_.multiline) {
          // The tag was meant for an empty node: the scalar is read again without it.
          at_ = token_.start;
          line_ = token_.line;
          line_indent_ = token_.indent;
          scan({});
        }
        return properties_alone(pointer(tag), pointer(anchor));
      }
    }
    if (is(Token::anchor) && !anchor) {
      anchor = token_;
    } else if (is(Token::tag) && !tag) {
      tag = token_;
    } else {
      if ((is(Token::sequence_entry) || is(Token::mapping_key)) && token_.line == line &&
          (token_.indent <= n || tab_after_indent_)) {
        fail(tab_after_indent_ ? k_tab : "Unexpected token");
        return 0;
      }
      if ((is(Token::collect_entry) || is(Token::sequence_end)) && kind == IndentedKind::value_in_pair && flow) {
        return properties_alone(pointer(tag), pointer(anchor));
      }
      return node({.mapping_indent = n,
                   .explicit_key = kind == IndentedKind::explicit_key,
                   .tag = pointer(tag),
                   .anchor = pointer(anchor)});
    }
    scan({.tag = tag ? tag->tag : Tag::none});
  }
}

std::uint32_t BunYamlReader::block_mapping(std::uint32_t first_key, std::size_t indent, std::size_t line,
                                           bool flow_pair) {
  if (document_line_ && line == *document_line_) fail("Unexpected token");
  if (failed_) return 0;
  const bool block = !in_flow();
  if (block) block_indents_.push_back(indent);
  const std::uint32_t made = block_mapping_entries(first_key, indent, line, flow_pair);
  if (block) block_indents_.pop_back();
  return finish(made);
}

std::uint32_t BunYamlReader::block_mapping_entries(std::uint32_t first_key, std::size_t indent, std::size_t line,
                                                   bool flow_pair) {
  Mapping mapping;
  mapping.node = tree_.add(Kind::map);
  std::size_t line_before = line;
  // The value of the first key, on whose ":" the token is.
  std::uint32_t value = 0;
  if (is(Token::mapping_key)) {
    if (token_.line == line) fail("Unexpected token");
  } else if (is(Token::mapping_value)) {
    const std::size_t value_line = token_.line;
    line_before = value_line;
    bool empty = false;
    if (value_line != line && !in_flow() && (token_.indent != indent || tab_after_indent_)) {
      if (token_.indent < indent) {
        empty = true;  // the ":" is that of a mapping around
      } else {
        fail(tab_after_indent_ ? k_tab : "Unexpected token");
      }
    }
    if (!empty && !failed_) {
      ScanOptions options;
      if (value_line != line) options.parent_indent = indent + 1;
      scan(options);
      value = indented(indent, value_line, flow_pair ? IndentedKind::value_in_pair : IndentedKind::value);
    }
  }
  append_or_merge(mapping, first_key, value);
  if (context() == Context::flow_in) return mapping.node;

  contexts_.push_back(Context::block_in);
  while (!failed_ && !is(Token::end) && !is(Token::document_start) && !is(Token::document_end) &&
         token_.indent == indent && token_.line != line_before) {
    if (tab_after_indent_) {
      fail(k_tab);
      break;
    }
    const std::size_t key_line = token_.line;
    line_before = key_line;
    const bool explicit_key = is(Token::mapping_key);
    const std::uint32_t key = node({.mapping_indent = indent});
    if (failed_) break;
    value = 0;
    if (is(Token::mapping_key)) {  // an entry of a set
      if (token_.line == key_line) fail("Unexpected token");
      append_or_merge(mapping, key, 0);
      continue;
    }
    if (!is(Token::mapping_value)) {
      if (!explicit_key) fail("Unexpected token");
      append(mapping, key, 0);
      continue;
    }
    if (explicit_key) {
      if (token_.indent != indent || tab_after_indent_) {
        if (token_.indent < indent) {
          append(mapping, key, 0);
          continue;
        }
        fail(tab_after_indent_ ? k_tab : "Unexpected token");
        break;
      }
    } else if (key_line != token_.line) {
      fail("Multiline implicit key");
      break;
    }
    const std::size_t value_line = token_.line;
    line_before = value_line;
    ScanOptions options;
    if (value_line != key_line) options.parent_indent = indent + 1;
    scan(options);
    value = indented(indent, value_line, IndentedKind::value);
    append_or_merge(mapping, key, value);
  }
  contexts_.pop_back();
  return mapping.node;
}

std::uint32_t BunYamlReader::flow_explicit_key() {
  const auto ends = [this] {
    return is(Token::mapping_value) || is(Token::collect_entry) || is(Token::mapping_end) || is(Token::sequence_end);
  };
  scan({});
  if (failed_ || ends()) return 0;
  if (is(Token::mapping_key)) {
    fail("Unexpected token");
    return 0;
  }
  std::optional<TokenData> tag;
  std::optional<TokenData> anchor;
  const auto pointer = [](const std::optional<TokenData>& token) { return token ? &*token : nullptr; };
  while ((is(Token::anchor) && !anchor) || (is(Token::tag) && !tag)) {
    (is(Token::anchor) ? anchor : tag) = token_;
    scan({.tag = tag ? tag->tag : Tag::none});
    if (failed_) return 0;
    if (ends()) return properties_alone(pointer(tag), pointer(anchor));
  }
  contexts_.push_back(Context::flow_key);
  const std::uint32_t key = node({.explicit_key = true, .tag = pointer(tag), .anchor = pointer(anchor)});
  contexts_.pop_back();
  return key;
}

std::uint32_t BunYamlReader::flow_sequence() {
  const std::uint32_t made = tree_.add(Kind::sequence);
  contexts_.push_back(Context::flow_in);
  scan({});
  while (!failed_ && !is(Token::sequence_end)) {
    std::uint32_t item = 0;
    if (is(Token::mapping_key)) {
      const std::uint32_t key = flow_explicit_key();
      std::uint32_t value = 0;
      if (is(Token::mapping_value)) {
        scan({});
        if (!failed_ && !is(Token::collect_entry) && !is(Token::sequence_end)) {
          value = node({.mapping_indent = token_.indent});
        }
      }
      Mapping pair;
      pair.node = tree_.add(Kind::map);
      append_or_merge(pair, key, value);
      item = finish(pair.node);
    } else {
      item = node({.flow_pair = true});
    }
    if (failed_) break;
    tree_.nodes[made].items.push_back(item);
    if (is(Token::sequence_end)) break;
    if (!is(Token::collect_entry)) {
      fail("Unexpected token");
      break;
    }
    scan({});
  }
  contexts_.pop_back();
  scan({});
  return finish(made);
}

std::uint32_t BunYamlReader::flow_mapping() {
  Mapping mapping;
  mapping.node = tree_.add(Kind::map);
  contexts_.push_back(Context::flow_in);
  scan_in(Context::flow_key);
  while (!failed_ && !is(Token::mapping_end)) {
    std::uint32_t key = 0;
    if (is(Token::mapping_key)) {
      key = flow_explicit_key();
    } else if (!is(Token::mapping_value)) {
      contexts_.push_back(Context::flow_key);
      key = node({});
      contexts_.pop_back();
    }
    if (failed_) break;
    if (is(Token::collect_entry)) {
      append(mapping, key, 0);
      scan_in(Context::flow_key);
      continue;
    }
    if (is(Token::mapping_end)) {
      append(mapping, key, 0);
      continue;
    }
    if (!is(Token::mapping_value)) {
      fail("Unexpected token");
      break;
    }
    scan({});
    if (is(Token::mapping_end) || is(Token::collect_entry)) {
      append(mapping, key, 0);
    } else {
      append_or_merge(mapping, key, node({.mapping_indent = token_.indent}));
    }
    if (is(Token::collect_entry)) {
      scan_in(Context::flow_key);
    } else if (!is(Token::mapping_end)) {
      fail("Unexpected token");
    }
  }
  contexts_.pop_back();
  scan({});
  return finish(mapping.node);
}

}  // namespace skillstow::loader
