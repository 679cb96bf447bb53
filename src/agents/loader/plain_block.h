#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// Frontmatter so plain that every YAML library reads the same from it: nine skills in ten. It is read once, and the
// agents' own readers are asked only about the rest. What counts as plain is narrow on purpose: "key: value" lines in
// UNIX line ends with text that needs no thought, quotes without escapes, block scalars without odd indentation, and
// one level of lists or maps of such values.
struct PlainBlock {
  YamlTree yaml;
  std::size_t body = 0;  // in bytes; after the closing line
  // The block scalar that ends the frontmatter without a line end of its own: libraries that are given the lines joined
  // leave out its last line end. k_none: there is none.
  std::uint32_t unterminated = k_none;

  static constexpr std::uint32_t k_none = UINT32_MAX;
};

std::optional<PlainBlock> read_plain_block(std::string_view text);

}  // namespace skillstow::loader
