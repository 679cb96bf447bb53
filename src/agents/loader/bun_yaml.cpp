// Bun's YAML parser: from tokens to nodes.
#include "agents/loader/bun_yaml.h"

#include <algorithm>

#include "agents/loader/bun_yaml_reader.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

constexpr std::size_t k_max_alias_expansion = 16u << 20;  // nodes that aliases may stand for
constexpr std::size_t k_max_merged = 1u << 20;            // pairs that merge keys may bring

}  // namespace

YamlTree bun_yaml_parse(std::string_view text) { return BunYamlReader(text).read(); }

YamlTree BunYamlReader::read() {
  merge_budget_ = k_max_merged;
  alias_budget_ = k_max_alias_expansion;
  tree_.add(Kind::null);
  if (text_.starts_with("\xEF\xBB\xBF")) at_ = line_start_ = 3;
  scan({.first = true});
  std::vector<std::uint32_t> documents;
  do documents.push_back(document());
  while (!failed_ && !is(Token::end));
  tree_.root = documents.front();
  if (documents.size() > 1) {
    tree_.root = tree_.add(Kind::sequence);
    tree_.nodes[tree_.root].items = std::move(documents);
  }
  return std::move(tree_);
}

std::uint32_t BunYamlReader::document() {
  anchors_.clear();
  handles_.clear();
  bool version = false;
  bool directives = false;
  while (is(Token::directive)) {
    if (!directive(version)) return 0;
    directives = true;
    scan({});
  }
  document_line_.reset();
  if (is(Token::document_start)) {
    document_line_ = token_.line;
    scan({});
  } else if (directives) {
    fail("Unexpected token");
    return 0;
  }
  const std::uint32_t root = node({});
  if (failed_ || is(Token::end) || is(Token::document_start)) return root;
  if (!is(Token::document_end)) {
    fail("Unexpected token");
    return root;
  }
  std::size_t line = 0;
  while (is(Token::document_end)) {
    line = token_.line;
    scan({});
  }
  if (token_.line == line && !is(Token::end)) fail("Unexpected token");
  return root;
}

// Up to the end of the line, which may hold a comment after white space.
bool BunYamlReader::to_line_end() {
  const bool white = at() == ' ' || at() == '\t';
  skip_blanks();
  if (at() == '#') {
    if (!white) return fail("Unexpected character");
    while (!is_end() && text_[at_] != '\n' && text_[at_] != '\r') step();
  }
  return is_end() || at() == '\n' || at() == '\r' || fail("Unexpected character");
}

bool BunYamlReader::directive_prefix() {
  if (at() == '!') {
    step();
  } else if (const std::size_t width = tag_char_width()) {
    step(width);
  } else {
    return fail("Invalid directive");
  }
  while (is_uri_char()) step();
  return true;
}

// After the percent sign.
bool BunYamlReader::directive(bool& version) {
  const auto blanks = [this] {
    if (at() != ' ' && at() != '\t') return fail("Unexpected character");
    skip_blanks();
    return true;
  };
  const auto digits = [this] {
    if (!is_digit(static_cast<char>(at()))) return fail("Unexpected character");
    while (is_digit(static_cast<char>(at()))) step();
    return true;
  };
  if (token_.indent != 0) return fail("Invalid directive");
  if (starts_with("YAML") && (at(4) == ' ' || at(4) == '\t')) {
    if (version) return fail("Multiple YAML directives");
    version = true;
    step(4);
    if (!blanks() || !digits()) return false;
    if (at() != '.') return fail("Unexpected character");
    step();
    return digits() && to_line_end();
  }
  if (starts_with("TAG") && (at(3) == ' ' || at(3) == '\t')) {
    step(3);
    if (!blanks()) return false;
    if (at() != '!') return fail("Unexpected character");
    step();
    if (at() == '!') {
      step();
    } else if (at() != ' ' && at() != '\t') {
      const std::size_t start = at_;
      while (is_alnum(static_cast<char>(at())) || at() == '-') step();
      const std::string_view handle = text_.substr(start, at_ - start);
      if (handle.empty() || at() != '!') return fail("Unexpected character");
      step();
      handles_.emplace(handle);
    }
    return blanks() && directive_prefix() && to_line_end();
  }
  const auto is_char = [this] { return at() > 0x20 && at() != 0x7F; };
  if (!is_char()) return fail("Unexpected character");
  while (is_char()) {
    while (is_char()) step();
    skip_blanks();
  }
  return to_line_end();
}

std::uint32_t BunYamlReader::empty_node(Tag tag) {
  return tag == Tag::non_specific || tag == Tag::text ? tree_.add(Kind::string) : 0;
}

// A node without content of its own: its tag decides between nothing and an empty text.
std::uint32_t BunYamlReader::properties_alone(const TokenData* tag, const TokenData* anchor) {
  const std::uint32_t made = empty_node(tag != nullptr ? tag->tag : Tag::none);
  if (anchor != nullptr) anchors_[anchor->name] = made;
  return made;
}

std::uint32_t BunYamlReader::scalar_node(const TokenData& token) {
  return token.scalar == Kind::null ? 0 : tree_.add(token.scalar, token.text);
}

bool BunYamlReader::set_anchor(Properties& properties, const TokenData& token) {
  if (properties.anchor) {
    if (properties.anchor->line == token.line || properties.mapping_anchor) return fail("Multiple anchors");
    properties.mapping_anchor = properties.anchor;
  }
  properties.anchor = token;
  return true;
}

bool BunYamlReader::set_tag(Properties& properties, const TokenData& token) {
  if (properties.tag) {
    if (properties.tag->line == token.line) return fail("Multiple tags");
    properties.mapping_tag = properties.tag;
  }
  properties.tag = token;
  return true;
}

// Whether an anchor before an implicit key names the key or the mapping: the key, if it stands on its line.
bool BunYamlReader::key_anchors(const Properties& properties, std::size_t line, KeyAnchors& anchors) {
  if (properties.mapping_anchor) {
    if (properties.anchor && properties.anchor->line != line) return fail("Multiple anchors");
    if (properties.anchor) anchors.key = &properties.anchor->name;
    anchors.mapping = &properties.mapping_anchor->name;
  } else if (properties.anchor) {
    (properties.anchor->line == line ? anchors.key : anchors.mapping) = &properties.anchor->name;
  }
  return true;
}

std::uint32_t BunYamlReader::mapping_with_anchors(std::uint32_t key, const Properties& properties, std::size_t indent,
                                                  std::size_t line, bool flow_pair) {
  KeyAnchors anchors;
  if (!key_anchors(properties, line, anchors)) return 0;
  if (anchors.key != nullptr) anchors_[*anchors.key] = key;
  const std::uint32_t made = block_mapping(key, indent, line, flow_pair);
  if (anchors.mapping != nullptr) anchors_[*anchors.mapping] = made;
  return made;
}

// After a node that a ":" follows: whether it is the first key of a mapping. False: it is a node by itself, or a fault
// was found.
bool BunYamlReader::takes_key(const NodeOptions& options, std::size_t indent, std::size_t line, bool tab,
                              bool is_scalar) {
  if (token_.indent < indent || (options.explicit_key && line != token_.line && token_.indent <= indent)) {
    return false;  // the ":" belongs to a construct around
  }
  const bool block = !in_flow();
  const auto check_tab = [&] { return !(tab && block) || fail("Tab characters cannot be used as indentation"); };
  const auto check_line = [&] { return line == token_.line || options.explicit_key || fail("Multiline implicit key"); };
  const bool at_mapping = options.mapping_indent && *options.mapping_indent == indent;
  if (is_scalar) {
    if (!check_tab() || at_mapping || context() == Context::flow_key || !check_line()) return false;
  } else {
    if (context() == Context::flow_key || !check_line() || !check_tab() || at_mapping) return false;
  }
  return context() != Context::flow_in || options.flow_pair;
}

std::uint32_t BunYamlReader::node(const NodeOptions& options) {
  if (depth_ >= k_bun_yaml_depth) fail("Stack overflow");
  if (failed_) return 0;
  ++depth_;
  Properties properties;
  if (options.tag != nullptr) set_tag(properties, *options.tag);
  if (options.anchor != nullptr) set_anchor(properties, *options.anchor);
  bool done = false;
  std::uint32_t made = node_content(options, properties, done);
  --depth_;
  if (failed_ || done) return made;
  if (properties.mapping_anchor) {
    fail("Multiple anchors");
    return 0;
  }
  if (properties.mapping_tag) {
    fail("Multiple tags");
    return 0;
  }
  if (made == 0) made = empty_node(properties.tag_kind());
  if (properties.anchor) anchors_[properties.anchor->name] = made;
  return made;
}

// `done`: the node is finished, its properties are used up.
std::uint32_t BunYamlReader::node_content(const NodeOptions& options, Properties& properties, bool& done) {
  while (is(Token::anchor) || is(Token::tag)) {
    const TokenData property = token_;
    if (is(Token::anchor) ? !set_anchor(properties, property) : !set_tag(properties, property)) return 0;
    scan({.tag = properties.tag_kind()});
  }
  if (failed_) return 0;
  const std::size_t indent = token_.indent;
  const std::size_t line = token_.line;
  const bool tab = tab_after_indent_;
  const auto on_line = [line](const std::optional<TokenData>& token) { return token && token->line == line; };
  std::uint32_t made = 0;
  switch (token_.kind) {
    case Token::end:
    case Token::document_start:
    case Token::document_end:
      return 0;

    case Token::alias: {
      if (on_line(properties.anchor) || on_line(properties.tag)) {
        fail("Unexpected token");
        return 0;
      }
      const auto found = anchors_.find(token_.name);
      if (found == anchors_.end()) {
        fail("Unresolved alias");
        return 0;
      }
      made = found->second;
      if (weight(made) > alias_budget_) {
        fail("Excessive aliasing");
        return 0;
      }
      alias_budget_ -= weight(made);
      scan({});
      if (failed_ || !is(Token::mapping_value)) return made;
      const bool belongs_outside =
          token_.indent < indent || (options.explicit_key && line != token_.line && token_.indent <= indent);
      if (takes_key(options, indent, line, tab, false)) made = block_mapping(made, indent, line, options.flow_pair);
      done = !belongs_outside;
      return made;
    }

    case Token::sequence_start:
    case Token::mapping_start: {
      const bool is_sequence = is(Token::sequence_start);
      const bool json_key = options.flow_pair && context() == Context::flow_in;
      if (json_key) contexts_.push_back(Context::flow_key);
      made = is_sequence ? flow_sequence() : flow_mapping();
      if (json_key) contexts_.pop_back();
      if (failed_ || !is(Token::mapping_value)) return made;
      if (takes_key(options, indent, line, tab, false)) {
        made = mapping_with_anchors(made, properties, indent, line, options.flow_pair);
        done = is_sequence;
      }
      return made;
    }

    case Token::collect_entry:
    case Token::sequence_end:
    case Token::mapping_end:
      if (!properties.anchor && !properties.tag) fail("Unexpected token");
      return 0;

    case Token::sequence_entry:
      if (on_line(properties.anchor) || on_line(properties.tag)) {
        fail("Unexpected token");
        return 0;
      }
      return block_sequence();

    case Token::mapping_key: {
      if (in_flow()) {
        fail("Unexpected token");
        return 0;
      }
      if (tab_after_indent_) {
        fail("Tab characters cannot be used as indentation");
        return 0;
      }
      block_indents_.push_back(indent);
      scan({.parent_indent = indent + 1});
      made = indented(indent, line, IndentedKind::explicit_key);
      block_indents_.pop_back();
      if (options.mapping_indent && *options.mapping_indent == indent) {
        done = true;
        return made;
      }
      return block_mapping(made, indent, line, options.flow_pair);
    }

    case Token::mapping_value: {
      if (context() == Context::flow_key) return 0;
      if (tab_after_indent_ && context() != Context::flow_in) {
        fail("Tab characters cannot be used as indentation");
        return 0;
      }
      if (options.mapping_indent && *options.mapping_indent == indent) return 0;
      Tag key_tag = Tag::none;
      if (on_line(properties.tag)) {
        key_tag = properties.tag_kind();
        properties.tag.reset();
      }
      made = mapping_with_anchors(empty_node(key_tag), properties, indent, line, options.flow_pair);
      properties.anchor.reset();
      properties.mapping_anchor.reset();
      return made;
    }

    case Token::scalar: {
      const TokenData scalar = std::move(token_);
      token_ = {};
      token_.line = line;
      const bool json_key = scalar.quoted && options.flow_pair && context() == Context::flow_in;
      if (json_key) contexts_.push_back(Context::flow_key);
      scan({.tag = properties.tag_kind(), .outside_context = true});
      if (json_key) contexts_.pop_back();
      if (failed_) return 0;
      made = scalar_node(scalar);
      if (is(Token::mapping_value) && takes_key(options, indent, line, tab, true)) {
        done = true;
        return mapping_with_anchors(made, properties, indent, line, options.flow_pair);
      }
      return made;
    }

    case Token::directive:
    case Token::anchor:
    case Token::tag:
      break;
  }
  fail("Unexpected token");
  return 0;
}

}  // namespace skillstow::loader
