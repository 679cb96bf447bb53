#include "agents/loader/serde_yaml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <unordered_set>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace skillstow::loader {
namespace {

using Event = YamlEvent::Kind;
using Kind = YamlTree::Kind;

constexpr std::size_t k_no_event = SIZE_MAX;
constexpr std::string_view k_several = "deserializing from YAML containing more than one document is not supported";

// The first document of a stream: its events without start and end, and where each alias leads.
struct Document {
  std::vector<YamlEvent> events;
  std::vector<std::size_t> targets;  // of an alias: index of the event that it stands for
  std::string error;                 // of the stream or of an alias; found after the events
  bool several = false;
};

Document read_document(std::string_view text) {
  YamlEvents stream = libyaml_events(text);
  Document document;
  std::map<std::string, std::size_t, std::less<>> anchors;
  std::size_t documents = 0;
  for (YamlEvent& event : stream.events) {
    if (event.kind == Event::document_start) ++documents;
    if (documents > 1) break;
    if (event.kind == Event::document_start || event.kind == Event::document_end) continue;
    std::size_t target = k_no_event;
    if (event.kind == Event::alias) {
      const auto found = anchors.find(event.value);
      if (found == anchors.end()) {
        document.error = "unknown anchor";
        return document;
      }
      target = found->second;
    } else if (!event.anchor.empty()) {
      anchors[event.anchor] = document.events.size();
    }
    document.events.push_back(std::move(event));
    document.targets.push_back(target);
  }
  document.error = std::move(stream.error);
  document.several = documents > 1;
  return document;
}

// The index after the node at `at`.
std::size_t skip_node(const Document& document, std::size_t at) {
  std::size_t depth = 0;
  do {
    const Event kind = document.events[at++].kind;
    if (kind == Event::sequence_start || kind == Event::mapping_start) ++depth;
    if (kind == Event::sequence_end || kind == Event::mapping_end) --depth;
  } while (depth != 0 && at < document.events.size());
  return at;
}

bool is_null(std::string_view text) { return text == "null" || text == "Null" || text == "NULL" || text == "~"; }
bool is_true(std::string_view text) { return text == "true" || text == "True" || text == "TRUE"; }
bool is_bool(std::string_view text) { return is_true(text) || text == "false" || text == "False" || text == "FALSE"; }

bool all_digits(std::string_view text, int base) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [base](char c) {
    if (base == 16) return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
    return c >= '0' && c < '0' + base;
  });
}

// "0123": digits that are no number, since YAML 1.1 and 1.2 disagree on them.
bool is_zero_padded(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text.starts_with('0') && all_digits(text.substr(1), 10);
}

// 128 bits.
struct Wide {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  // This × base + digit; false if there is no room. `base` is below 2^32.
  bool grow(unsigned base, unsigned digit) {
    constexpr std::uint64_t k_half = UINT32_MAX;
    std::uint64_t carry = digit;
    std::uint64_t parts[4] = {low & k_half, low >> 32, high & k_half, high >> 32};
    for (std::uint64_t& part : parts) {
      const std::uint64_t product = part * base + carry;
      part = product & k_half;
      carry = product >> 32;
    }
    low = parts[1] << 32 | parts[0];
    high = parts[3] << 32 | parts[2];
    return carry == 0;
  }
};

enum class Number { none, number, too_large };

// Whole numbers up to 64 bits are values; those up to 128 bits are numbers for which Value has no room.
Number whole_number(std::string_view text, std::string& canonical) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (!digits.empty() && (digits[0] == '+' || digits[0] == '-')) return Number::none;
  int base = 10;
  if (digits.starts_with("0x")) base = 16;
  if (digits.starts_with("0o")) base = 8;
  if (digits.starts_with("0b")) base = 2;
  if (base != 10) digits.remove_prefix(2);
  if (!all_digits(digits, base)) return Number::none;
  if (base == 10 && is_zero_padded(text)) return Number::none;
  Wide value;
  for (char c : digits) {
    const unsigned digit = is_digit(c) ? static_cast<unsigned>(c - '0') : static_cast<unsigned>(to_lower(c) - 'a' + 10);
    if (!value.grow(static_cast<unsigned>(base), digit)) return Number::none;
  }
  constexpr std::uint64_t k_top = std::uint64_t{1} << 63;
  if (negative && (value.high > k_top || (value.high == k_top && value.low != 0))) return Number::none;
  if (value.high != 0 || (negative && value.low > k_top)) return Number::too_large;
  canonical = format("{}{}", negative && value.low != 0 ? "-" : "", value.low);
  return Number::number;
}

bool is_float(std::string_view text, std::string& canonical) {
  std::string_view rest = text;
  if (rest.starts_with('+')) {
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) return false;
  }
  if (rest == ".inf" || rest == ".Inf" || rest == ".INF") {
    canonical = ".inf";
    return true;
  }
  if (text == "-.inf" || text == "-.Inf" || text == "-.INF") {
    canonical = "-.inf";
    return true;
  }
  if (text == ".nan" || text == ".NaN" || text == ".NAN") {
    canonical = ".nan";
    return true;
  }
  if (is_zero_padded(text)) return false;
  // Rust's f64: digits with an optional point and exponent, at least one digit.
  std::string_view body = rest;
  if (body.starts_with('-')) body.remove_prefix(1);
  std::size_t i = 0;
  std::size_t digits = 0;
  while (i < body.size() && is_digit(body[i])) ++i, ++digits;
  if (i < body.size() && body[i] == '.') {
    ++i;
    while (i < body.size() && is_digit(body[i])) ++i, ++digits;
  }
  if (digits == 0) return false;
  if (i < body.size() && (body[i] == 'e' || body[i] == 'E')) {
    ++i;
    if (i < body.size() && (body[i] == '+' || body[i] == '-')) ++i;
    if (i == body.size() || !all_digits(body.substr(i), 10)) return false;
    i = body.size();
  }
  if (i != body.size()) return false;
  double value = 0;
  const auto result = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    // Too small is zero, which is finite; too large is not.
    if (std::fabs(value) > 1 || body.find('-') == std::string_view::npos) return false;
  }
  canonical = format("{}f", value);
  return true;
}

// Builds the value of one document. Works through the events with a stack of its own.
class ValueBuilder {
 public:
  explicit ValueBuilder(Document document) : document_(std::move(document)) {}

  YamlTree build() {
    if (document_.events.empty()) {
      if (document_.error.empty()) tree_.add(Kind::null);
      tree_.error = document_.error;
      return std::move(tree_);
    }
    made_.assign(document_.events.size(), k_unmade);
    height_.assign(document_.events.size(), 0);
    jumps_.assign(document_.events.size(), 0);
    for (at_ = 0; at_ < document_.events.size() && tree_.error.empty(); ++at_) step();
    if (tree_.error.empty()) tree_.error = document_.error;
    if (tree_.error.empty() && document_.several) tree_.error = k_several;
    return std::move(tree_);
  }

 private:
  static constexpr std::uint32_t k_unmade = UINT32_MAX;
  static constexpr std::size_t k_max_depth = 128;    // serde_yaml's recursion limit
  static constexpr std::size_t k_jump_factor = 100;  // an alias may be followed this often for each event

  struct Open {
    std::size_t event;
    std::uint32_t node;
    std::size_t height = 0;
    std::size_t jumps = 0;
    std::unordered_set<std::string> keys;
  };

  void step() {
    const YamlEvent& event = document_.events[at_];
    switch (event.kind) {
      case Event::scalar: {
        const std::uint32_t node = scalar(event);
        made_[at_] = node;
        if (tree_.error.empty()) place(node, 0, 0);
        return;
      }
      case Event::alias: {
        const std::size_t target = document_.targets[at_];
        if (made_[target] == k_unmade) {  // it stands within what it names
          tree_.error = "recursion limit exceeded";
          return;
        }
        place(made_[target], height_[target], jumps_[target] + 1);
        return;
      }
      case Event::sequence_start:
      case Event::mapping_start: {
        const std::uint32_t node = tree_.add(event.kind == Event::sequence_start ? Kind::sequence : Kind::map);
        tree_.nodes[node].tagged = is_own_tag(event);
        open_.push_back({at_, node, 0, 0, {}});
        if (open_.size() > k_max_depth) tree_.error = "recursion limit exceeded";
        return;
      }
      case Event::sequence_end:
      case Event::mapping_end: {
        const Open done = std::move(open_.back());
        open_.pop_back();
        made_[done.event] = done.node;
        height_[done.event] = done.height + 1;
        jumps_[done.event] = done.jumps;
        place(done.node, done.height + 1, done.jumps);
        return;
      }
      case Event::document_start:
      case Event::document_end:
        return;
    }
  }

  static bool is_own_tag(const YamlEvent& event) { return event.has_tag && event.tag.starts_with('!'); }

  // Puts a finished value into the collection around it.
  void place(std::uint32_t node, std::size_t height, std::size_t jumps) {
    if (open_.size() + height > k_max_depth) {
      tree_.error = "recursion limit exceeded";
      return;
    }
    if (open_.empty()) {
      tree_.root = node;
      if (jumps > document_.events.size() * k_jump_factor) tree_.error = "repetition limit exceeded";
      return;
    }
    Open& around = open_.back();
    around.height = std::max(around.height, height);
    around.jumps = std::min(around.jumps + jumps, std::size_t{1} << 40);
    std::vector<std::uint32_t>& items = tree_.nodes[around.node].items;
    if (tree_.nodes[around.node].kind == Kind::map && items.size() % 2 == 0) {
      const auto [place, fresh] = around.keys.insert(identity(node));
      if (!fresh) {
        const YamlTree::Node& key = tree_.nodes[node];
        const std::string shown = visible(key.text, 80);
        tree_.error = key.kind == Kind::string ? format("duplicate entry with key \"{}\"", shown)
                                               : format("duplicate entry with key {}", shown);
        return;
      }
    }
    items.push_back(node);
  }

  // Equal values have equal identities. Collections are numbered as they are met, so that an identity stays short.
  std::string identity(std::uint32_t node) {
    const YamlTree::Node& value = tree_.nodes[node];
    std::string id = format("{}{}:", value.tagged ? "!" : "", static_cast<int>(value.kind));
    if (value.kind != Kind::sequence && value.kind != Kind::map) return id + value.text;
    constexpr std::size_t k_max_items = 64;  // longer keys are taken to differ
    if (value.items.size() > k_max_items) return id + format("#{}", node);
    for (std::uint32_t item : value.items) {
      const YamlTree::Node& part = tree_.nodes[item];
      const bool plain = part.kind != Kind::sequence && part.kind != Kind::map;
      id += plain ? format("{}{}:{}:{};", part.tagged ? "!" : "", static_cast<int>(part.kind), part.text.size(),
                           part.text)
                  : format("#{};", item);
    }
    return id;
  }

  std::uint32_t scalar(const YamlEvent& event) {
    const std::string& text = event.value;
    const auto refuse = [&](std::string_view expected) {
      tree_.error = format("invalid value: string \"{}\", expected {}", text, expected);
      return std::uint32_t{0};
    };
    std::string canonical;
    if (event.has_tag) {
      const std::string_view tag = event.tag;
      if (tag == "tag:yaml.org,2002:bool") {
        return is_bool(text) ? tree_.add(Kind::boolean, is_true(text) ? "true" : "false") : refuse("a boolean");
      }
      if (tag == "tag:yaml.org,2002:int") {
        const Number number = whole_number(text, canonical);
        if (number == Number::too_large) return too_large(text);
        return number == Number::number ? tree_.add(Kind::number, canonical) : refuse("an integer");
      }
      if (tag == "tag:yaml.org,2002:float") {
        return is_float(text, canonical) ? tree_.add(Kind::number, canonical) : refuse("a float");
      }
      if (tag == "tag:yaml.org,2002:null") return is_null(text) ? tree_.add(Kind::null) : refuse("null");
      if (!tag.starts_with('!')) return tree_.add(Kind::string, text);
    }
    std::uint32_t node = 0;
    if (event.style == ScalarStyle::plain && tag_leaves_type_open(event)) {
      node = untagged(text);
    } else {
      node = tree_.add(Kind::string, text);
    }
    if (tree_.error.empty() && is_own_tag(event) && event.tag != "!") tree_.nodes[node].tagged = true;
    return node;
  }

  static bool tag_leaves_type_open(const YamlEvent& event) { return !event.has_tag || event.tag.starts_with('!'); }

  std::uint32_t too_large(const std::string& text) {
    tree_.error = format("invalid type: integer `{}`, expected any YAML value", text);
    return 0;
  }

  std::uint32_t untagged(const std::string& text) {
    if (text.empty() || is_null(text)) return tree_.add(Kind::null);
    if (is_bool(text)) return tree_.add(Kind::boolean, is_true(text) ? "true" : "false");
    std::string canonical;
    const Number number = whole_number(text, canonical);
    if (number == Number::too_large) return too_large(text);
    if (number == Number::number) return tree_.add(Kind::number, canonical);
    if (is_float(text, canonical)) return tree_.add(Kind::number, canonical);
    return tree_.add(Kind::string, text);
  }

  Document document_;
  YamlTree tree_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<std::uint32_t> made_;
  std::vector<std::size_t> height_;
  std::vector<std::size_t> jumps_;
};

// Reads Codex's struct from the events.
class CodexReader {
 public:
  explicit CodexReader(const Document& document) : document_(document) {}

  CodexFrontmatter read() {
    if (!document_.events.empty()) root();
    if (out_.error.empty()) out_.error = document_.error;
    if (out_.error.empty() && document_.several) out_.error = k_several;
    return std::move(out_);
  }

 private:
  const YamlEvent& event(std::size_t at) const { return document_.events[at]; }
  bool fail(std::string message) {
    out_.error = std::move(message);
    return false;
  }
  // An alias leads to its target; bounded, since a target stands before its alias.
  std::size_t follow(std::size_t at) const {
    while (event(at).kind == Event::alias) at = document_.targets[at];
    return at;
  }

  // Walks a mapping; `field(key, value)` reads a value and says whether all is well. False: an error was set.
  template <class Field>
  bool mapping(std::size_t at, Field field) {
    for (++at; at < document_.events.size() && event(at).kind != Event::mapping_end;) {
      const std::size_t key = follow(at);
      if (event(key).kind != Event::scalar) return fail("invalid type: expected field identifier");
      const std::size_t value = skip_node(document_, at);
      if (value >= document_.events.size()) return true;  // the stream broke off: its own error follows
      if (!field(event(key).value, value)) return false;
      at = skip_node(document_, value);
    }
    return true;
  }

  void root() {
    const std::size_t at = follow(0);
    if (is_empty_scalar(at)) return;
    if (event(at).kind != Event::mapping_start) {
      fail("invalid type: expected struct SkillFrontmatter");
      return;
    }
    bool name = false;
    bool description = false;
    bool metadata = false;
    mapping(at, [&](const std::string& key, std::size_t value) {
      if (key == "name") return once(name, key) && text(value, out_.name);
      if (key == "description") return once(description, key) && text(value, out_.description);
      if (key == "metadata") return once(metadata, key) && metadata_struct(value);
      return true;
    });
  }

  bool once(bool& seen, std::string_view key) {
    if (seen) return fail(format("duplicate field `{}`", key));
    seen = true;
    return true;
  }

  // A plain scalar without text stands for an empty struct; "~" does not.
  bool is_empty_scalar(std::size_t at) const {
    return event(at).kind == Event::scalar && event(at).style == ScalarStyle::plain && event(at).value.empty();
  }

  bool metadata_struct(std::size_t at) {
    at = follow(at);
    if (is_empty_scalar(at)) return true;
    if (event(at).kind != Event::mapping_start) {
      return fail("metadata: invalid type: expected struct SkillFrontmatterMetadata");
    }
    bool seen = false;
    std::optional<std::string> unused;
    return mapping(at, [&](const std::string& key, std::size_t value) {
      return key != "short-description" || (once(seen, key) && text(value, unused));
    });
  }

  // Option<String>: any scalar is text, whatever it looks like, except a plain null.
  bool text(std::size_t at, std::optional<std::string>& out) {
    at = follow(at);
    const YamlEvent& scalar = event(at);
    if (scalar.kind != Event::scalar) return fail("invalid type: expected a string");
    if (scalar.style == ScalarStyle::plain) {
      if (scalar.has_tag) {
        if (scalar.tag == "tag:yaml.org,2002:null") {
          return is_null(scalar.value) || fail(format("invalid value: string \"{}\", expected null", scalar.value));
        }
      } else if (scalar.value.empty() || is_null(scalar.value)) {
        return true;
      }
    }
    out = scalar.value;
    return true;
  }

  const Document& document_;
  CodexFrontmatter out_;
};

}  // namespace

YamlTree serde_yaml_value(std::string_view text) { return ValueBuilder(read_document(text)).build(); }

CodexFrontmatter serde_yaml_codex(std::string_view text) {
  const Document document = read_document(text);
  return CodexReader(document).read();
}

}  // namespace skillstow::loader
