#include "agents/loader/serde_events.h"

#include <map>

namespace skillstow::loader {

using Event = YamlEvent::Kind;

SerdeDocument read_serde_document(std::string_view text) {
  YamlEvents stream = libyaml_events(text);
  SerdeDocument document;
  std::map<std::string, std::size_t, std::less<>> anchors;
  std::size_t documents = 0;
  for (YamlEvent& event : stream.events) {
    if (event.kind == Event::document_start) ++documents;
    if (documents > 1) break;
    if (event.kind == Event::document_start || event.kind == Event::document_end) continue;
    std::size_t target = k_no_event;
    if (event.kind == Event::alias) {
      const auto found = anchors.find(event.value);
      if (found == anchors.end()) {
        document.error = "unknown anchor";
        return document;
      }
      target = found->second;
    } else if (!event.anchor.empty()) {
      anchors[event.anchor] = document.events.size();
    }
    document.events.push_back(std::move(event));
    document.targets.push_back(target);
  }
  document.error = std::move(stream.error);
  document.several = documents > 1;
  return document;
}

std::size_t skip_serde_node(const SerdeDocument& document, std::size_t at) {
  std::size_t depth = 0;
  do {
    const Event kind = document.events[at++].kind;
    if (kind == Event::sequence_start || kind == Event::mapping_start) ++depth;
    if (kind == Event::sequence_end || kind == Event::mapping_end) --depth;
  } while (depth != 0 && at < document.events.size());
  return at;
}

bool is_serde_null(std::string_view text) { return text == "null" || text == "Null" || text == "NULL" || text == "~"; }
bool is_serde_true(std::string_view text) { return text == "true" || text == "True" || text == "TRUE"; }
bool is_serde_bool(std::string_view text) {
  return is_serde_true(text) || text == "false" || text == "False" || text == "FALSE";
}

}  // namespace skillstow::loader
