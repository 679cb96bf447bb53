#pragma once

#include <string_view>

#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// Bun.YAML.parse of Bun 1.4.0, which Claude Code 2.1.197 carries. It is a parser of its own for YAML 1.2, with its own
// view of what is wrong. `text` must be UTF-8. Several documents become one list. Collections nested deeper than
// k_bun_yaml_depth are refused; Bun itself ends when its stack is full, some thousand levels later.
YamlTree bun_yaml_parse(std::string_view text);

inline constexpr int k_bun_yaml_depth = 400;

}  // namespace skillstow::loader
