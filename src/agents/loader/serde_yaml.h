#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "agents/loader/libyaml.h"
#include "agents/loader/yaml_tree.h"

namespace skillstow::loader {

// serde_yaml 0.9.34, the YAML library of Rust programs, on top of libyaml's events.

// from_str::<Value>: types resolved, tags kept, a key written twice refused at every level.
YamlTree serde_yaml_value(std::string_view text);

// from_str of Codex's own struct: name and description as optional texts, metadata as a struct with one optional text.
// Fields that it does not know are passed over unread, whatever they hold.
struct CodexFrontmatter {
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::string error;  // "" = it was read
};
CodexFrontmatter serde_yaml_codex(std::string_view text);

}  // namespace skillstow::loader
