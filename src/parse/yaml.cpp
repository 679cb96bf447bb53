#include "parse/yaml.h"

#include <algorithm>
#include <istream>
#include <map>
#include <optional>
#include <streambuf>
#include <utility>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/format.h"
#include "base/text.h"
#include "base/utf8.h"
#include "parse/yaml_fault.h"
#include "parse/yaml_scalar.h"

namespace skillstow {

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const Member& member : members) {
    if (member.key.is_scalar() && member.key.text == key) return &member.value;
  }
  return nullptr;
}

namespace {

// Lets the library read a view without a copy.
class ViewBuffer : public std::streambuf {
 public:
  explicit ViewBuffer(std::string_view text) {
    char* begin = const_cast<char*>(text.data());  // streambuf's get area is not const, and is never written
    setg(begin, begin, begin + text.size());
  }
};

struct LimitReached {
  YamlProblemKind kind;
  std::size_t offset;
};

// Builds our tree from the library's events. Aliases become leaves, so nothing grows by being read.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const YamlLimits& limits) : text_(text), limits_(limits) {}

  YamlNode root;
  bool has_root = false;
  std::vector<YamlProblem> problems;

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node;
    const std::size_t at = skip_properties(text_, place(mark));
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (text_.substr(at, word.size()) == word && at + word.size() <= text_.size()) node.text = word;
    }
    node.span = span_between(at, at + node.text.size());
    remember(anchor, node);
    add(std::move(node));
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t at = place(mark);
    std::size_t end = at + 1;
    while (end < text_.size() && !is_space(text_[end]) &&
           std::string_view(",]}").find(text_[end]) == std::string_view::npos)
      ++end;
    YamlNode node;
    const auto target = anchors_.find(anchor);
    if (target != anchors_.end() && target->second.kind != YamlNode::Kind::alias) {
      node = target->second;
    } else {
      node.kind = YamlNode::Kind::alias;
      node.text = text_.substr(at + 1, end - at - 1);
      problems.push_back({YamlProblemKind::alias_collection,
                          span_between(at, end),
                          format("the alias *{} stands for a list or mapping and is not followed", node.text),
                          "write the value out where it is needed",
                          {},
                          {}});
    }
    node.span = span_between(at, end);
    add(std::move(node));
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node;
    node.kind = YamlNode::Kind::scalar;
    node.text = value;
    if (tag != "?" && tag != "!") node.tag = tag;
    const std::size_t at = skip_properties(text_, place(mark));
    const char first = at < text_.size() ? text_[at] : '\0';
    std::size_t end = at;
    if (first == '"' || first == '\'') {
      node.style = first == '"' ? YamlNode::Style::double_quoted : YamlNode::Style::single_quoted;
      end = end_of_quoted(text_, at);
      if (end == std::string_view::npos) {
        // The library takes the end of the text for the closing quote; every other reader refuses.
        end = text_.size();
        problems.push_back(unclosed_quote(text_, at));
      }
    } else if (tag == "!" && (first == '|' || first == '>')) {
      node.style = first == '|' ? YamlNode::Style::literal : YamlNode::Style::folded;
      end = end_of_block(text_, at);
    } else {
      end = end_of_plain(text_, at, value);
    }
    node.span = span_between(at, std::max(at, end));
    remember(anchor, node);
    add(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::sequence, mark, tag, anchor, style);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    open(YamlNode::Kind::map, mark, tag, anchor, style);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

  std::size_t place(const YAML::Mark& mark) const {
    return mark.pos < 0 ? 0 : std::min(static_cast<std::size_t>(mark.pos), text_.size());
  }

 private:
  struct Frame {
    YamlNode node;
    std::optional<YamlNode> key;  // of a map: read, its value not yet
  };

  void remember(YAML::anchor_t anchor, const YamlNode& node) {
    if (anchor != YAML::NullAnchor) anchors_[anchor] = node;
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
            YAML::EmitterStyle::value style) {
    const std::size_t at = skip_properties(text_, place(mark));
    if (frames_.size() >= limits_.max_depth) throw LimitReached{YamlProblemKind::too_deep, at};
    Frame frame;
    frame.node.kind = kind;
    if (tag != "?" && tag != "!") frame.node.tag = tag;
    frame.node.style = style == YAML::EmitterStyle::Flow ? YamlNode::Style::flow : YamlNode::Style::block;
    frame.node.span = span_between(at, at);
    if (anchor != YAML::NullAnchor) anchors_[anchor].kind = YamlNode::Kind::alias;  // a collection: known, not followed
    frames_.push_back(std::move(frame));
  }

  void close() {
    YamlNode node = std::move(frames_.back().node);
    frames_.pop_back();
    std::size_t end = node.span.offset;
    if (node.style == YamlNode::Style::flow && end < text_.size() && (text_[end] == '[' || text_[end] == '{')) {
      const std::size_t bracket = end_of_flow(text_, end);
      end = bracket == std::string_view::npos ? text_.size() : bracket;
    } else {
      if (!node.items.empty()) end = std::max<std::size_t>(end, node.items.back().span.end());
      if (!node.members.empty()) {
        end = std::max<std::size_t>({end, node.members.back().key.span.end(), node.members.back().value.span.end()});
      }
    }
    node.span = span_between(node.span.offset, std::max<std::size_t>(node.span.offset, end));
    if (node.kind == YamlNode::Kind::map) report_duplicates(node);
    add(std::move(node));
  }

  void add(YamlNode node) {
    if (++count_ > limits_.max_nodes) throw LimitReached{YamlProblemKind::too_many, node.span.offset};
    if (frames_.empty()) {
      root = std::move(node);
      has_root = true;
      return;
    }
    Frame& frame = frames_.back();
    if (frame.node.kind == YamlNode::Kind::sequence) {
      frame.node.items.push_back(std::move(node));
    } else if (!frame.key) {
      frame.key = std::move(node);
    } else {
      // An empty value is told at the token after it, often lines below; it stands right behind its key's colon.
      if (node.kind == YamlNode::Kind::null && node.text.empty())
        node.span = span_between(after_colon(*frame.key), after_colon(*frame.key));
      frame.node.members.push_back({std::move(*frame.key), std::move(node)});
      frame.key.reset();
    }
  }

  std::size_t after_colon(const YamlNode& key) const {
    const std::size_t colon = text_.find(':', key.span.end());
    return colon == std::string_view::npos ? key.span.end() : colon + 1;
  }

  void report_duplicates(const YamlNode& map) {
    std::map<std::string_view, Span> seen;
    for (const YamlNode::Member& member : map.members) {
      if (!member.key.is_scalar()) continue;
      const auto [first, fresh] = seen.emplace(member.key.text, member.key.span);
      if (!fresh) problems.push_back(duplicate_key(member.key.text, member.key.span, first->second));
    }
  }

  std::string_view text_;
  YamlLimits limits_;
  std::vector<Frame> frames_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  std::size_t count_ = 0;
};

// What one run of the library gave: a tree, or where it stopped.
struct Attempt {
  YamlNode root;
  bool has_root = false;
  bool ok = false;
  std::vector<YamlProblem> problems;
  std::optional<YamlProblem> fault;
};

Attempt run_library(std::string_view text, const YamlLimits& limits) {
  Attempt attempt;
  TreeBuilder builder(text, limits);
  TreeBuilder rest(text, limits);
  try {
    ViewBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    if (parser.HandleNextDocument(rest)) {
      attempt.fault = trailing_text(text, rest.root.span.offset);
    } else {
      attempt.ok = true;
    }
  } catch (const LimitReached& limit) {
    attempt.fault = limit_reached(limit.kind, limit.offset, limits);
  } catch (const YAML::Exception& error) {
    attempt.fault = library_fault(text, builder.place(error.mark), error.msg);
  }
  attempt.root = std::move(builder.root);
  attempt.has_root = builder.has_root;
  attempt.problems = std::move(builder.problems);
  return attempt;
}

void shift(Span& span, std::size_t by) { span.offset += static_cast<std::uint32_t>(by); }

void shift(YamlProblem& problem, std::size_t by) {
  shift(problem.span, by);
  shift(problem.value, by);
}

// The tree is at most max_depth deep, so a stack of pointers stays small.
void shift(YamlNode& root, std::size_t by) {
  std::vector<YamlNode*> open{&root};
  while (!open.empty()) {
    YamlNode* node = open.back();
    open.pop_back();
    shift(node->span, by);
    for (YamlNode& item : node->items) open.push_back(&item);
    for (YamlNode::Member& member : node->members) {
      open.push_back(&member.key);
      open.push_back(&member.value);
    }
  }
}

// A line at the left edge that starts an entry of the top level. Items of a list and closing brackets may stand there
// too.
bool starts_entry(std::string_view line) {
  if (line.empty() || is_space(line.front()) || line.front() == '#') return false;
  if (line.front() == '}' || line.front() == ']') return false;
  return !(line.front() == '-' && (line.size() == 1 || is_space(line[1])));
}

std::vector<Span> top_level_entries(std::string_view text) {
  std::vector<Span> entries;
  for (std::size_t at = 0; at < text.size(); at = next_line(text, at)) {
    if (!starts_entry(text.substr(at, end_of_line(text, at) - at))) continue;
    if (!entries.empty()) entries.back() = span_between(entries.back().offset, at);
    entries.push_back(span_between(at, text.size()));
  }
  return entries;
}

// Reads each entry of a broken block for itself.
void salvage(std::string_view text, const YamlLimits& limits, YamlDocument& document, YamlProblem whole_fault) {
  document.root = YamlNode{};
  document.root.kind = YamlNode::Kind::map;
  document.root.style = YamlNode::Style::block;
  document.root.span = span_between(0, text.size());
  std::map<std::string, Span> seen;
  bool found = false;
  for (const Span entry : top_level_entries(text)) {
    const std::string_view piece = slice(text, entry);
    Attempt attempt = run_library(piece, limits);
    const bool sound = attempt.ok && attempt.root.kind == YamlNode::Kind::map && attempt.root.members.size() == 1;
    if (!sound) {
      YamlProblem problem = entry_fault(piece, std::move(attempt.fault));
      shift(problem, entry.offset);
      document.problems.push_back(std::move(problem));
      found = true;
      continue;
    }
    for (YamlProblem& problem : attempt.problems) {
      shift(problem, entry.offset);
      found = found || problem.kind != YamlProblemKind::alias_collection;
      document.problems.push_back(std::move(problem));
    }
    shift(attempt.root, entry.offset);
    for (YamlNode::Member& member : attempt.root.members) {
      const auto [first, fresh] = seen.emplace(member.key.text, member.key.span);
      if (!fresh) document.problems.push_back(duplicate_key(member.key.text, member.key.span, first->second));
      document.root.members.push_back(std::move(member));
    }
  }
  if (!found) document.problems.push_back(std::move(whole_fault));
}

}  // namespace

YamlDocument parse_yaml(std::string_view text, const YamlLimits& limits) {
  YamlDocument document;
  if (text.size() > limits.max_bytes) {
    document.problems.push_back(limit_reached(YamlProblemKind::too_large, 0, limits));
    return document;
  }
  // The library takes a zero as its second byte for UTF-16, and lets bytes that are no UTF-8 pass.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos) {
    document.problems.push_back({YamlProblemKind::syntax,
                                 span_between(zero, zero + 1),
                                 "a NUL byte stands in the YAML",
                                 "take the byte out",
                                 {},
                                 {}});
    return document;
  }
  if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos) {
    document.problems.push_back({YamlProblemKind::syntax,
                                 span_between(bad, bad + 1),
                                 "a byte that is not UTF-8 stands in the YAML",
                                 "save the file as UTF-8",
                                 {},
                                 {}});
    return document;
  }
  if (std::optional<YamlProblem> conflict = conflict_marker(text)) {
    document.problems.push_back(std::move(*conflict));
    return document;
  }
  Attempt attempt = run_library(text, limits);
  document.problems = std::move(attempt.problems);
  document.root = std::move(attempt.root);
  if (attempt.ok) {
    document.parsed = std::none_of(document.problems.begin(), document.problems.end(),
                                   [](const YamlProblem& p) { return p.kind == YamlProblemKind::unclosed_quote; });
  } else if (attempt.fault->kind == YamlProblemKind::too_deep || attempt.fault->kind == YamlProblemKind::too_many) {
    document.root = YamlNode{};
    document.problems.push_back(std::move(*attempt.fault));
  } else {
    document.problems.clear();
    salvage(text, limits, document, std::move(*attempt.fault));
  }
  std::stable_sort(document.problems.begin(), document.problems.end(),
                   [](const YamlProblem& a, const YamlProblem& b) { return a.span.offset < b.span.offset; });
  return document;
}

}  // namespace skillstow
