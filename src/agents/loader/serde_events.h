#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "agents/loader/libyaml.h"

// What serde_yaml 0.9.34 makes of libyaml's events before it knows which type is asked for. Shared by the readers of
// Value and of Codex's structs.
namespace skillstow::loader {

inline constexpr std::size_t k_no_event = SIZE_MAX;
inline constexpr std::string_view k_serde_several =
    "deserializing from YAML containing more than one document is not supported";

// The first document of a stream: its events without start and end, and where each alias leads.
struct SerdeDocument {
  std::vector<YamlEvent> events;
  std::vector<std::size_t> targets;  // of an alias: index of the event that it stands for; else k_no_event
  std::string error;                 // of the stream or of an alias; found after the events
  bool several = false;              // another document follows
};

// `text` must be UTF-8.
SerdeDocument read_serde_document(std::string_view text);

// The index after the node at `at`.
std::size_t skip_serde_node(const SerdeDocument& document, std::size_t at);

// The words of YAML 1.2's core schema; "yes" and "off" are none of them.
bool is_serde_null(std::string_view text);
bool is_serde_true(std::string_view text);
bool is_serde_bool(std::string_view text);

}  // namespace skillstow::loader
