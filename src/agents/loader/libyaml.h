#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skillstow::loader {

// YAML 1.1 as libyaml 0.2.5 reads it, token for token: Codex and Copilot CLI read frontmatter with serde_yaml 0.9.34,
// which stands on a translation of that library (unsafe-libyaml 0.2.11). A reader of our own is needed because the
// verdict hangs on what exactly that library refuses, and on the text that it makes of a scalar. No recursion; time is
// linear in the text.

enum class ScalarStyle : std::uint8_t { plain, single_quoted, double_quoted, literal, folded };

struct YamlEvent {
  enum class Kind : std::uint8_t {
    document_start,
    document_end,
    alias,
    scalar,
    sequence_start,
    sequence_end,
    mapping_start,
    mapping_end,
  };
  Kind kind = Kind::scalar;
  ScalarStyle style = ScalarStyle::plain;
  bool has_tag = false;
  std::string value;   // of a scalar; of an alias its name
  std::string anchor;  // "" = none
  std::string tag;     // resolved: "tag:yaml.org,2002:str", "!local", "!"
};

struct YamlEvents {
  std::vector<YamlEvent> events;  // up to the error
  std::string error;              // the library's own words; "" = the whole stream was read
};

// `text` must be UTF-8.
YamlEvents libyaml_events(std::string_view text);

}  // namespace skillstow::loader
