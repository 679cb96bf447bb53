#pragma once

#include <string_view>

#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// js-yaml, the YAML library of many JavaScript programs, in the two versions that agents carry: Gemini CLI has 4.1.1
// (YAML 1.2), OpenCode has 3.14 below gray-matter (YAML 1.1). They differ in tabs, numbers and a few faults.
enum class JsYaml { v3, v4 };

// load(text): one document, or an error. `text` must be UTF-8. An empty stream is a null.
// Collections nested deeper than k_js_yaml_depth are refused; the library itself ends some thousand levels later, when
// its stack is full.
YamlTree js_yaml_load(std::string_view text, JsYaml version);

inline constexpr int k_js_yaml_depth = 400;

}  // namespace skillstow::loader
