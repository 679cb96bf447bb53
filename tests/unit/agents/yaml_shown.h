#pragma once

#include <cstdint>
#include <string>

#include "agents/loader/yaml_tree.h"

namespace skillstow::test {

// A tree in one line: null, true, 15, "text", [items], {key: value}; "other" for dates and bytes, "refused" for an
// error. For trees without circles.
inline void show_node(std::string& out, const loader::YamlTree& tree, std::uint32_t index) {
  using Kind = loader::YamlTree::Kind;
  const loader::YamlTree::Node& node = tree.nodes[index];
  if (node.tagged) out += "!";
  switch (node.kind) {
    case Kind::null:
      out += "null";
      return;
    case Kind::boolean:
    case Kind::number:
      out += node.text;
      return;
    case Kind::string:
      out += '"' + node.text + '"';
      return;
    case Kind::other:
      out += "other";
      return;
    case Kind::sequence:
      out += '[';
      for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (i != 0) out += ", ";
        show_node(out, tree, node.items[i]);
      }
      out += ']';
      return;
    case Kind::map:
      out += '{';
      for (std::size_t i = 0; i < node.items.size(); i += 2) {
        const auto key_at = [&](std::size_t at) {
          const loader::YamlTree::Node& key = tree.nodes[node.items[at]];
          return key.kind == Kind::string ? key.text : loader::js_string(tree, key);
        };
        const std::string key = key_at(i);
        bool written_again = false;  // the last one counts
        for (std::size_t later = i + 2; later < node.items.size(); later += 2) {
          written_again = written_again || key_at(later) == key;
        }
        if (written_again) continue;
        if (!out.ends_with('{')) out += ", ";
        out += key;
        out += ": ";
        show_node(out, tree, node.items[i + 1]);
      }
      out += '}';
      return;
  }
}

inline std::string shown(const loader::YamlTree& tree) {
  if (!tree.ok()) return "refused";
  if (tree.nodes.empty()) return "null";
  std::string out;
  show_node(out, tree, tree.root);
  return out;
}

}  // namespace skillstow::test
