#include "agents/loader/plain_block.h"

#include <algorithm>

#include "base/text.h"

namespace skillstow::loader {
namespace {

using Kind = YamlTree::Kind;

constexpr std::size_t k_max_bytes = 16 * 1024;  // more is read the long way
constexpr std::size_t k_max_fields = 64;        // keys are compared with each other
constexpr std::size_t k_max_key = 128;          // bytes; libraries refuse very long ones
constexpr std::size_t k_max_number = 18;        // characters; below the 64 bits that some readers insist on

// Bytes that some library takes for a line end, for white space or for forbidden.
bool has_odd_bytes(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c < 0x7F) continue;
    if (c < 0x80) {
      if (c != '\n') return true;
    } else if (c == 0xC2 || c == 0xEF) {  // U+0080 to U+00BF; U+FEFF, U+FFFE, U+FFFF and their neighbours
      return true;
    } else if (c == 0xE2 && i + 2 < text.size() && static_cast<unsigned char>(text[i + 1]) == 0x80) {
      const auto last = static_cast<unsigned char>(text[i + 2]);
      if (last < 0x90 || last == 0xA8 || last == 0xA9 || last == 0xAF) return true;
    }
  }
  return false;
}

bool is_printable(char c) { return c > ' ' && c < 0x7F; }

class Reader {
 public:
  explicit Reader(std::string_view block) : block_(block) {}

  bool read(PlainBlock& out) {
    out_ = &out;
    out.yaml.root = out.yaml.add(Kind::map);
    while (at_ < block_.size()) {
      const std::string_view line = take_line();
      if (line.empty()) continue;
      if (line[0] == '#') continue;
      if (!entry(line)) return false;
    }
    return !out.yaml.nodes[out.yaml.root].items.empty();
  }

 private:
  std::string_view peek_line() const {
    return block_.substr(at_, std::min(block_.find('\n', at_), block_.size()) - at_);
  }
  std::string_view take_line() {
    const std::string_view line = peek_line();
    at_ = std::min(at_ + line.size() + 1, block_.size());
    return line;
  }

  // "key:" and the rest of the line without the blank.
  static bool split_entry(std::string_view line, std::string_view& key, std::string_view& value) {
    std::size_t end = 0;
    while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
    if (end == 0 || end > k_max_key || !is_alpha(line[0]) || end >= line.size() || line[end] != ':') return false;
    key = line.substr(0, end);
    if (end + 1 == line.size()) {
      value = {};
      return true;
    }
    if (line[end + 1] != ' ') return false;
    value = line.substr(end + 2);
    return !value.empty();
  }

  bool add(std::uint32_t map, std::string_view key, std::uint32_t value) {
    YamlTree& yaml = out_->yaml;
    std::vector<std::uint32_t>& items = yaml.nodes[map].items;
    if (items.size() / 2 >= k_max_fields) return false;
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (yaml.nodes[items[i]].text == key) return false;
    }
    const std::uint32_t name = yaml.add(Kind::string, std::string(key));
    yaml.nodes[map].items.push_back(name);
    yaml.nodes[map].items.push_back(value);
    return true;
  }

  bool entry(std::string_view line) {
    std::string_view key;
    std::string_view value;
    if (!split_entry(line, key, value)) return false;
    const std::uint32_t root = out_->yaml.root;
    std::uint32_t node = 0;
    const bool is_shown = key == "name" || key == "description";
    if (value.empty()) {
      if (is_shown || !collection(node)) return false;
    } else if (value == "|" || value == ">" || value == "|-" || value == ">-") {
      if (!block_scalar(value, node)) return false;
    } else if (!scalar(value, node)) {
      return false;
    }
    const Kind kind = out_->yaml.nodes[node].kind;
    if (is_shown && kind != Kind::string) return false;
    if (key == "metadata" && kind != Kind::map) return false;
    if (is_typed(key) && holds_other(node)) return false;
    return add(root, key, node);
  }

  // Keys of whose values an agent asks the type, which is open for a text that begins with a digit.
  static bool is_typed(std::string_view key) {
    return key == "argument-hint" || key == "allowed-tools" || key == "user-invocable" ||
           key == "disable-model-invocation";
  }
  bool holds_other(std::uint32_t node) const {
    const YamlTree& yaml = out_->yaml;
    const YamlTree::Node& value = yaml.nodes[node];
    return value.kind == Kind::other || std::any_of(value.items.begin(), value.items.end(), [&](std::uint32_t item) {
             return yaml.nodes[item].kind == Kind::other;
           });
  }

  bool scalar(std::string_view value, std::uint32_t& node) {
    const char quote = value[0];
    if (quote == '"' || quote == '\'') {
      const std::string_view inner = value.substr(1, value.size() < 2 ? 0 : value.size() - 2);
      if (value.size() < 2 || value.back() != quote || inner.find(quote) != std::string_view::npos) return false;
      if (quote == '"' && inner.find('\\') != std::string_view::npos) return false;
      node = out_->yaml.add(Kind::string, std::string(inner));
      return true;
    }
    if (!is_alnum(quote) || !is_printable(value.back()) || value.back() == ':') return false;
    if (value.find(": ") != std::string_view::npos || value.find(" #") != std::string_view::npos) return false;
    if (is_digit(quote)) {
      if (value.size() > k_max_number) return false;
      node = out_->yaml.add(Kind::other, std::string(value));
      return true;
    }
    if (value.size() <= 5) {
      const std::string low = to_lower(value);
      if (low == "null") return false;
      if (low == "true" || low == "false") {
        if (value != low) return false;
        node = out_->yaml.add(Kind::boolean, low);
        return true;
      }
    }
    node = out_->yaml.add(Kind::string, std::string(value));
    return true;
  }

  // Lines of one indentation below a key: "- value" or "key: value".
  bool collection(std::uint32_t& node) {
    const std::string_view first = peek_line();
    const std::size_t indent = std::min(first.find_first_not_of(' '), first.size());
    if (indent == 0 || indent == first.size()) return false;
    const bool is_list = first.substr(indent).starts_with("- ");
    node = out_->yaml.add(is_list ? Kind::sequence : Kind::map);
    while (at_ < block_.size() && peek_line().starts_with(' ')) {
      std::string_view line = take_line();
      if (line.find_first_not_of(' ') != indent) return false;
      line.remove_prefix(indent);
      std::uint32_t item = 0;
      if (is_list) {
        if (!line.starts_with("- ") || line.size() < 3 || !scalar(line.substr(2), item)) return false;
        out_->yaml.nodes[node].items.push_back(item);
      } else {
        std::string_view key;
        std::string_view value;
        if (!split_entry(line, key, value) || value.empty() || !scalar(value, item) || !add(node, key, item)) {
          return false;
        }
      }
    }
    return true;
  }

  bool block_scalar(std::string_view header, std::uint32_t& node) {
    const bool folded = header[0] == '>';
    const std::string_view first = peek_line();
    const std::size_t indent = std::min(first.find_first_not_of(' '), first.size());
    if (indent == 0 || indent == first.size()) return false;
    std::string text;
    std::size_t empty = 0;
    while (at_ < block_.size()) {
      const std::string_view line = peek_line();
      if (line.empty()) {
        ++empty;
        take_line();
        continue;
      }
      if (line[0] != ' ') break;
      if (line.find_first_not_of(' ') != indent || !is_printable(line.back())) return false;
      take_line();
      if (!text.empty()) {
        if (!folded) text.append(empty + 1, '\n');
        if (folded && empty == 0) text += ' ';
        if (folded) text.append(empty, '\n');
      }
      empty = 0;
      text += line.substr(indent);
    }
    const bool keeps_end = header.size() == 1;
    if (keeps_end) text += '\n';
    node = out_->yaml.add(Kind::string, std::move(text));
    if (keeps_end && at_ >= block_.size() && empty == 0) out_->unterminated = node;
    return true;
  }

  std::string_view block_;
  std::size_t at_ = 0;
  PlainBlock* out_ = nullptr;
};

}  // namespace

std::optional<PlainBlock> read_plain_block(std::string_view text) {
  constexpr std::string_view k_open = "---\n";
  if (!text.starts_with(k_open)) return std::nullopt;
  // The first "---" after the opening line must be the closing line: some agents end the block there wherever it is.
  const std::size_t close = text.substr(0, k_max_bytes).find("---", k_open.size());
  if (close == std::string_view::npos || text[close - 1] != '\n') return std::nullopt;
  if (close + 3 < text.size() && text[close + 3] != '\n') return std::nullopt;
  const std::string_view block = text.substr(k_open.size(), close - k_open.size());
  if (has_odd_bytes(block)) return std::nullopt;
  PlainBlock out;
  if (!Reader(block).read(out)) return std::nullopt;
  out.body = std::min(close + 4, text.size());
  return out;
}

}  // namespace skillstow::loader
