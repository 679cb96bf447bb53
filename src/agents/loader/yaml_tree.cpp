#include "agents/loader/yaml_tree.h"

#include <charconv>
#include <cmath>

#include "base/format.h"

namespace skillstow::loader {

const YamlTree::Node* YamlTree::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  const std::vector<std::uint32_t>& items = nodes[root].items;
  for (std::size_t i = items.size(); i >= 2; i -= 2) {
    const Node& name = nodes[items[i - 2]];
    if (name.kind == Kind::string && !name.tagged && name.text == key) return &nodes[items[i - 1]];
  }
  return nullptr;
}

// ECMAScript, Number::toString: the shortest digits that read back as the same number, in plain notation from 1e-6 up
// to 1e21.
std::string js_number(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  if (value == 0) return "0";
  char room[32];
  const auto end = std::to_chars(room, room + sizeof room, value, std::chars_format::scientific).ptr;
  std::string_view text(room, static_cast<std::size_t>(end - room));
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 2) digits += text.substr(2, e - 2);
  int exponent = 0;
  std::string_view power = text.substr(e + 1);
  if (power.starts_with('+')) power.remove_prefix(1);
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  const int point = exponent + 1;  // digits before the point
  const int count = static_cast<int>(digits.size());
  std::string out;
  if (count <= point && point <= 21) {
    out = digits + std::string(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out = digits.substr(0, static_cast<std::size_t>(point)) + '.' + digits.substr(static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out = "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
  } else {
    out = digits.substr(0, 1);
    if (count > 1) out += '.' + digits.substr(1);
    out += format("e{}{}", exponent < 0 ? '-' : '+', exponent < 0 ? -exponent : exponent);
  }
  return negative ? '-' + out : out;
}

std::string js_string(const YamlTree& tree, const YamlTree::Node& node, std::size_t max_bytes) {
  if (node.kind == YamlTree::Kind::map) return "[object Object]";
  if (node.kind != YamlTree::Kind::sequence) return node.kind == YamlTree::Kind::null ? "null" : node.text;
  // Lists within lists are joined alike, and null is an empty item. A stack of places stands in for recursion.
  std::string out;
  struct Place {
    const YamlTree::Node* list;
    std::size_t next;
  };
  std::vector<Place> open{{&node, 0}};
  constexpr std::size_t k_max_depth = 64;
  while (!open.empty() && out.size() < max_bytes) {
    Place& place = open.back();
    if (place.next == place.list->items.size()) {
      open.pop_back();
      continue;
    }
    if (place.next != 0) out += ',';
    const YamlTree::Node& item = tree.nodes[place.list->items[place.next++]];
    if (item.kind == YamlTree::Kind::sequence && open.size() < k_max_depth) {
      open.push_back({&item, 0});
    } else if (item.kind == YamlTree::Kind::map) {
      out += "[object Object]";
    } else if (item.kind != YamlTree::Kind::null && item.kind != YamlTree::Kind::sequence) {
      out += item.text;
    }
  }
  return out;
}

}  // namespace skillstow::loader
