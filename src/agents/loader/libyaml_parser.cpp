// From tokens to events: the grammar of YAML 1.1 as a machine of states, in libyaml's own cut.
#include <algorithm>
#include <utility>

#include "agents/loader/libyaml.h"
#include "agents/loader/libyaml_scanner.h"

namespace skillstow::loader {
namespace {

using Token = YamlToken::Kind;
using Event = YamlEvent::Kind;

enum class State : std::uint8_t {
  implicit_document_start,
  document_start,
  document_content,
  document_end,
  block_node,
  block_sequence_first_entry,
  block_sequence_entry,
  indentless_sequence_entry,
  block_mapping_first_key,
  block_mapping_key,
  block_mapping_value,
  flow_sequence_first_entry,
  flow_sequence_entry,
  flow_sequence_entry_mapping_key,
  flow_sequence_entry_mapping_value,
  flow_sequence_entry_mapping_end,
  flow_mapping_first_key,
  flow_mapping_key,
  flow_mapping_value,
  flow_mapping_empty_value,
  end,
};

class Parser {
 public:
  explicit Parser(std::string_view text) : scanner_(text) {}

  YamlEvents run() {
    while (state_ != State::end && next()) {
    }
    if (out_.error.empty()) out_.error = scanner_.error();
    return std::move(out_);
  }

 private:
  // False if the scanner found a fault.
  bool look() {
    token_ = scanner_.peek();
    return token_ != nullptr;
  }
  bool is(Token kind) const { return token_->kind == kind; }
  template <class... Kinds>
  bool is_one_of(Kinds... kinds) const {
    return ((token_->kind == kinds) || ...);
  }
  bool fail(std::string_view message) {
    out_.error = message;
    return false;
  }
  YamlEvent& emit(Event kind) {
    YamlEvent& event = out_.events.emplace_back();
    event.kind = kind;
    return event;
  }
  bool emit_empty(State next) {
    state_ = next;
    emit(Event::scalar);
    return true;
  }
  bool pop_with(Event kind, bool skip) {
    if (skip) scanner_.skip();
    emit(kind);
    return pop();
  }
  bool pop() {
    state_ = states_.back();
    states_.pop_back();
    return true;
  }

  bool next() {
    switch (state_) {
      case State::implicit_document_start:
        return document_start(true);
      case State::document_start:
        return document_start(false);
      case State::document_content:
        return document_content();
      case State::document_end:
        return document_end();
      case State::block_node:
        return node(true, false);
      case State::block_sequence_first_entry:
        scanner_.skip();
        return block_sequence_entry();
      case State::block_sequence_entry:
        return block_sequence_entry();
      case State::indentless_sequence_entry:
        return indentless_sequence_entry();
      case State::block_mapping_first_key:
        scanner_.skip();
        return block_mapping_key();
      case State::block_mapping_key:
        return block_mapping_key();
      case State::block_mapping_value:
        return block_mapping_value();
      case State::flow_sequence_first_entry:
        scanner_.skip();
        return flow_sequence_entry(true);
      case State::flow_sequence_entry:
        return flow_sequence_entry(false);
      case State::flow_sequence_entry_mapping_key:
        return flow_sequence_entry_mapping_key();
      case State::flow_sequence_entry_mapping_value:
        return flow_sequence_entry_mapping_value();
      case State::flow_sequence_entry_mapping_end:
        state_ = State::flow_sequence_entry;
        emit(Event::mapping_end);
        return true;
      case State::flow_mapping_first_key:
        scanner_.skip();
        return flow_mapping_key(true);
      case State::flow_mapping_key:
        return flow_mapping_key(false);
      case State::flow_mapping_value:
        return flow_mapping_value(false);
      case State::flow_mapping_empty_value:
        return flow_mapping_value(true);
      case State::end:
        return false;
    }
    return false;
  }

  bool document_start(bool implicit) {
    if (!look()) return false;
    if (!implicit) {
      while (is(Token::document_end)) {
        scanner_.skip();
        if (!look()) return false;
      }
    }
    if (is(Token::stream_end)) {
      state_ = State::end;
      return true;
    }
    directives_.clear();
    if (implicit && !is_one_of(Token::version_directive, Token::tag_directive, Token::document_start)) {
      states_.push_back(State::document_end);
      state_ = State::block_node;
      emit(Event::document_start);
      return true;
    }
    if (!directives()) return false;
    if (!is(Token::document_start)) return fail("did not find expected <document start>");
    states_.push_back(State::document_end);
    state_ = State::document_content;
    emit(Event::document_start);
    scanner_.skip();
    return true;
  }

  bool directives() {
    bool version = false;
    while (is_one_of(Token::version_directive, Token::tag_directive)) {
      if (is(Token::version_directive)) {
        if (version) return fail("found duplicate %YAML directive");
        if (token_->major != 1 || (token_->minor != 1 && token_->minor != 2)) {
          return fail("found incompatible YAML document");
        }
        version = true;
      } else {
        const bool known = std::any_of(directives_.begin(), directives_.end(),
                                       [this](const auto& pair) { return pair.first == token_->text; });
        if (known) return fail("found duplicate %TAG directive");
        directives_.emplace_back(token_->text, token_->suffix);
      }
      scanner_.skip();
      if (!look()) return false;
    }
    return true;
  }

  bool document_content() {
    if (!look()) return false;
    if (is_one_of(Token::version_directive, Token::tag_directive, Token::document_start, Token::document_end,
                  Token::stream_end)) {
      pop();
      emit(Event::scalar);
      return true;
    }
    return node(true, false);
  }

  bool document_end() {
    if (!look()) return false;
    if (is(Token::document_end)) scanner_.skip();
    state_ = State::document_start;
    emit(Event::document_end);
    return true;
  }

  bool resolve_tag(std::string_view handle, std::string& tag) {
    if (handle.empty()) return true;
    for (const auto& [known, prefix] : directives_) {
      if (known == handle) {
        tag.insert(0, prefix);
        return true;
      }
    }
    if (handle == "!") {
      tag.insert(0, "!");
      return true;
    }
    if (handle == "!!") {
      tag.insert(0, "tag:yaml.org,2002:");
      return true;
    }
    return fail("found undefined tag handle");
  }

  bool node(bool block, bool indentless) {
    if (!look()) return false;
    if (is(Token::alias)) {
      pop();
      YamlEvent& event = emit(Event::alias);
      event.value = scanner_.take().text;
      return true;
    }
    std::string anchor;
    std::string tag;
    bool has_anchor = false;
    bool has_tag = false;
    while ((is(Token::anchor) && !has_anchor) || (is(Token::tag) && !has_tag)) {
      YamlToken property = scanner_.take();
      if (property.kind == Token::anchor) {
        has_anchor = true;
        anchor = std::move(property.text);
      } else {
        has_tag = true;
        tag = std::move(property.suffix);
        handle_ = std::move(property.text);
      }
      if (!look()) return false;
    }
    if (has_tag && !resolve_tag(handle_, tag)) return false;
    Event kind = Event::scalar;
    if (indentless && is(Token::block_entry)) {
      state_ = State::indentless_sequence_entry;
      kind = Event::sequence_start;
    } else if (is(Token::scalar)) {
      YamlToken scalar = scanner_.take();
      pop();
      YamlEvent& event = emit(Event::scalar);
      event.value = std::move(scalar.text);
      event.style = scalar.style;
      event.anchor = std::move(anchor);
      event.has_tag = has_tag;
      event.tag = std::move(tag);
      return true;
    } else if (is(Token::flow_sequence_start)) {
      state_ = State::flow_sequence_first_entry;
      kind = Event::sequence_start;
    } else if (is(Token::flow_mapping_start)) {
      state_ = State::flow_mapping_first_key;
      kind = Event::mapping_start;
    } else if (block && is(Token::block_sequence_start)) {
      state_ = State::block_sequence_first_entry;
      kind = Event::sequence_start;
    } else if (block && is(Token::block_mapping_start)) {
      state_ = State::block_mapping_first_key;
      kind = Event::mapping_start;
    } else if (has_anchor || has_tag) {
      pop();
    } else {
      return fail("did not find expected node content");
    }
    YamlEvent& event = emit(kind);
    event.anchor = std::move(anchor);
    event.has_tag = has_tag;
    event.tag = std::move(tag);
    return true;
  }

  bool node_then(State after, bool block, bool indentless) {
    states_.push_back(after);
    return node(block, indentless);
  }

  bool block_sequence_entry() {
    if (!look()) return false;
    if (is(Token::block_entry)) {
      scanner_.skip();
      if (!look()) return false;
      if (is_one_of(Token::block_entry, Token::block_end)) return emit_empty(State::block_sequence_entry);
      return node_then(State::block_sequence_entry, true, false);
    }
    if (is(Token::block_end)) return pop_with(Event::sequence_end, true);
    return fail("did not find expected '-' indicator");
  }

  bool indentless_sequence_entry() {
    if (!look()) return false;
    if (!is(Token::block_entry)) return pop_with(Event::sequence_end, false);
    scanner_.skip();
    if (!look()) return false;
    if (is_one_of(Token::block_entry, Token::key, Token::value, Token::block_end)) {
      return emit_empty(State::indentless_sequence_entry);
    }
    return node_then(State::indentless_sequence_entry, true, false);
  }

  bool block_mapping_key() {
    if (!look()) return false;
    if (is(Token::key)) {
      scanner_.skip();
      if (!look()) return false;
      if (is_one_of(Token::key, Token::value, Token::block_end)) return emit_empty(State::block_mapping_value);
      return node_then(State::block_mapping_value, true, true);
    }
    if (is(Token::block_end)) return pop_with(Event::mapping_end, true);
    return fail("did not find expected key");
  }

  bool block_mapping_value() {
    if (!look()) return false;
    if (!is(Token::value)) return emit_empty(State::block_mapping_key);
    scanner_.skip();
    if (!look()) return false;
    if (is_one_of(Token::key, Token::value, Token::block_end)) return emit_empty(State::block_mapping_key);
    return node_then(State::block_mapping_key, true, true);
  }

  bool flow_sequence_entry(bool first) {
    if (!look()) return false;
    if (!is(Token::flow_sequence_end)) {
      if (!first) {
        if (!is(Token::flow_entry)) return fail("did not find expected ',' or ']'");
        scanner_.skip();
        if (!look()) return false;
      }
      if (is(Token::key)) {
        state_ = State::flow_sequence_entry_mapping_key;
        emit(Event::mapping_start);
        scanner_.skip();
        return true;
      }
      if (!is(Token::flow_sequence_end)) return node_then(State::flow_sequence_entry, false, false);
    }
    return pop_with(Event::sequence_end, true);
  }

  bool flow_sequence_entry_mapping_key() {
    if (!look()) return false;
    if (!is_one_of(Token::value, Token::flow_entry, Token::flow_sequence_end)) {
      return node_then(State::flow_sequence_entry_mapping_value, false, false);
    }
    scanner_.skip();  // as libyaml has it, although the token belongs to what follows
    return emit_empty(State::flow_sequence_entry_mapping_value);
  }

  bool flow_sequence_entry_mapping_value() {
    if (!look()) return false;
    if (is(Token::value)) {
      scanner_.skip();
      if (!look()) return false;
      if (!is_one_of(Token::flow_entry, Token::flow_sequence_end)) {
        return node_then(State::flow_sequence_entry_mapping_end, false, false);
      }
    }
    return emit_empty(State::flow_sequence_entry_mapping_end);
  }

  bool flow_mapping_key(bool first) {
    if (!look()) return false;
    if (!is(Token::flow_mapping_end)) {
      if (!first) {
        if (!is(Token::flow_entry)) return fail("did not find expected ',' or '}'");
        scanner_.skip();
        if (!look()) return false;
      }
      if (is(Token::key)) {
        scanner_.skip();
        if (!look()) return false;
        if (!is_one_of(Token::value, Token::flow_entry, Token::flow_mapping_end)) {
          return node_then(State::flow_mapping_value, false, false);
        }
        return emit_empty(State::flow_mapping_value);
      }
      if (!is(Token::flow_mapping_end)) return node_then(State::flow_mapping_empty_value, false, false);
    }
    return pop_with(Event::mapping_end, true);
  }

  bool flow_mapping_value(bool empty) {
    if (!look()) return false;
    if (empty) return emit_empty(State::flow_mapping_key);
    if (is(Token::value)) {
      scanner_.skip();
      if (!look()) return false;
      if (!is_one_of(Token::flow_entry, Token::flow_mapping_end))
        return node_then(State::flow_mapping_key, false, false);
    }
    return emit_empty(State::flow_mapping_key);
  }

  LibyamlScanner scanner_;
  const YamlToken* token_ = nullptr;
  State state_ = State::implicit_document_start;
  std::vector<State> states_;
  std::vector<std::pair<std::string, std::string>> directives_;
  std::string handle_;
  YamlEvents out_;
};

}  // namespace

YamlEvents libyaml_events(std::string_view text) { return Parser(text).run(); }

}  // namespace skillstow::loader
