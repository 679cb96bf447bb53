#include "agents/loader/serde_yaml.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "agents/loader/serde_events.h"
#include "base/format.h"
#include "base/text.h"

namespace skillstow::loader {
namespace {

using Event = YamlEvent::Kind;
using Kind = YamlTree::Kind;

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
  explicit ValueBuilder(SerdeDocument document) : document_(std::move(document)) {}

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
    if (tree_.error.empty() && document_.several) tree_.error = k_serde_several;
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
        return is_serde_bool(text) ? tree_.add(Kind::boolean, is_serde_true(text) ? "true" : "false")
                                   : refuse("a boolean");
      }
      if (tag == "tag:yaml.org,2002:int") {
        const Number number = whole_number(text, canonical);
        if (number == Number::too_large) return too_large(text);
        return number == Number::number ? tree_.add(Kind::number, canonical) : refuse("an integer");
      }
      if (tag == "tag:yaml.org,2002:float") {
        return is_float(text, canonical) ? tree_.add(Kind::number, canonical) : refuse("a float");
      }
      if (tag == "tag:yaml.org,2002:null") return is_serde_null(text) ? tree_.add(Kind::null) : refuse("null");
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
    if (text.empty() || is_serde_null(text)) return tree_.add(Kind::null);
    if (is_serde_bool(text)) return tree_.add(Kind::boolean, is_serde_true(text) ? "true" : "false");
    std::string canonical;
    const Number number = whole_number(text, canonical);
    if (number == Number::too_large) return too_large(text);
    if (number == Number::number) return tree_.add(Kind::number, canonical);
    if (is_float(text, canonical)) return tree_.add(Kind::number, canonical);
    return tree_.add(Kind::string, text);
  }

  SerdeDocument document_;
  YamlTree tree_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<std::uint32_t> made_;
  std::vector<std::size_t> height_;
  std::vector<std::size_t> jumps_;
};

}  // namespace

YamlTree serde_yaml_value(std::string_view text) { return ValueBuilder(read_serde_document(text)).build(); }

}  // namespace skillstow::loader
