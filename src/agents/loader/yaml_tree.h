#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skillstow::loader {

// What a YAML library hands to its program: values with types, aliases followed. Nodes refer to each other by index,
// and an alias is one more reference, so that no document grows by being read.
struct YamlTree {
  enum class Kind : std::uint8_t {
    null,
    boolean,
    number,
    string,
    sequence,
    map,
    other,  // a value that is none of these: a date, bytes
  };

  struct Node {
    Kind kind = Kind::null;
    bool tagged = false;               // Rust: a value with a tag of its own, in front of the kind that is told here
    std::string text;                  // string: itself; others: as the language prints it
    std::vector<std::uint32_t> items;  // sequence: its items; map: key, value, key, value, …
  };

  std::vector<Node> nodes;
  std::uint32_t root = 0;
  std::string error;  // why the library refuses the text; "" = it does not

  bool ok() const { return error.empty(); }
  bool is_map() const { return ok() && !nodes.empty() && nodes[root].kind == Kind::map; }

  // The value of a text key of the root, or nullptr. Where a key stands twice, the last one.
  const Node* find(std::string_view key) const;

  std::uint32_t add(Kind kind, std::string text = {}) {
    nodes.push_back({kind, false, std::move(text), {}});
    return static_cast<std::uint32_t>(nodes.size() - 1);
  }
};

// A number as JavaScript prints it: 1.10 -> "1.1", 1e21 -> "1e+21".
std::string js_number(double value);

// String(value) of JavaScript: lists joined by commas, maps "[object Object]". Text above `max_bytes` is cut: an agent
// would run out of memory.
std::string js_string(const YamlTree& tree, const YamlTree::Node& node, std::size_t max_bytes = 1 << 20);

}  // namespace skillstow::loader
