#include "parse/reference_definitions.h"

#include "base/text.h"
#include "parse/yaml_scalar.h"

namespace skillstow {
namespace {

// One line; the destination may also stand on the next one.
bool read_definition(std::string_view line, std::string_view next, ReferenceDefinition& found) {
  std::string_view rest = line;
  rest.remove_prefix(std::min(rest.find_first_not_of("> \t"), rest.size()));
  if (rest.empty() || rest.front() != '[' || rest.substr(0, 2) == "[^") return false;
  std::size_t close = 1;
  for (; close < rest.size() && rest[close] != ']'; ++close) {
    if (rest[close] == '\\') ++close;
    if (close < rest.size() && rest[close] == '[') return false;
  }
  if (close + 1 >= rest.size() || rest[close + 1] != ':' || trim(rest.substr(1, close - 1)).empty()) return false;
  found.label = rest.substr(1, close - 1);
  std::string_view destination = trim(rest.substr(close + 2));
  if (destination.empty()) destination = trim(next);
  if (destination.empty()) return false;
  if (destination.front() == '<') {
    const std::size_t end = destination.find('>');
    if (end == std::string_view::npos) return false;
    found.destination = destination.substr(1, end - 1);
  } else {
    found.destination = destination.substr(0, destination.find_first_of(" \t"));
  }
  return true;
}

}  // namespace

std::vector<ReferenceDefinition> find_reference_definitions(std::string_view file, std::size_t begin,
                                                            const std::vector<MarkdownNode>& nodes) {
  std::vector<ReferenceDefinition> found;
  std::size_t block = 0;
  std::size_t end = begin;
  for (std::size_t mark; (mark = file.find("]:", end)) != std::string_view::npos;) {
    std::size_t at = mark;
    while (at > end && file[at - 1] != '\n' && file[at - 1] != '\r') --at;
    end = end_of_line(file, mark);
    const std::string_view line = file.substr(at, end - at);
    // Blocks stand in order; the last one that starts before this line may cover it.
    bool literal = false;
    while (block < nodes.size() && nodes[block].span.offset < end) {
      const MarkdownNode& node = nodes[block];
      const bool code = node.kind == NodeKind::code_block || node.kind == NodeKind::html_block;
      if (code && node.span.end() > at) {
        literal = true;
        break;
      }
      ++block;
    }
    if (literal) continue;
    ReferenceDefinition definition;
    const std::size_t next = next_line(file, at);
    if (!read_definition(line, file.substr(next, end_of_line(file, next) - next), definition)) continue;
    definition.span = span_between(at, end);
    found.push_back(std::move(definition));
  }
  return found;
}

}  // namespace skillstow
