#pragma once

#include <string_view>

#include "agents/loader/libyaml.h"
#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// serde_yaml 0.9.34, the YAML library of Rust programs, on top of libyaml's events.

// from_str::<Value>: types resolved, tags kept, a key written twice refused at every level.
YamlTree serde_yaml_value(std::string_view text);

}  // namespace skillstow::loader
