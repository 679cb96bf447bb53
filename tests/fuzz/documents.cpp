#include <cstdint>
#include <string_view>

#include "config/config.h"
#include "fuzz/require.h"
#include "parse/yaml.h"
#include "structure/structure_file.h"

using namespace skillstow;
using fuzz::require;

namespace {

// Every value lies in the text, and what is inside of it lies in its span.
void check(std::string_view text, const YamlNode& node) {
  require(node.span.end() <= text.size());
  for (const YamlNode& item : node.items) check(text, item);
  for (const YamlNode::Member& member : node.members) {
    check(text, member.key);
    check(text, member.value);
  }
}

void check(const std::vector<DocumentProblem>& problems) {
  for (const DocumentProblem& problem : problems) {
    require(problem.position.line >= 1 && problem.position.column >= 1);
    require(!problem.message.empty());
  }
}

}  // namespace

// YAML as we read it for ourselves: the configuration, a structure file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(read_config(text).problems);
  check(read_structure(text).problems);
  if (text.find('\0') == std::string_view::npos) {
    const YamlDocument document = parse_yaml(text);
    require(document.parsed || !document.problems.empty());
    check(text, document.root);
  }
  return 0;
}
