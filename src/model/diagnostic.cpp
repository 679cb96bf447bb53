#include "model/diagnostic.h"

#include <algorithm>
#include <tuple>

namespace skillstow {

std::string_view name_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      break;
  }
  return "note";
}

std::string_view name_of(Risk risk) {
  switch (risk) {
    case Risk::critical:
      return "critical";
    case Risk::high:
      return "high";
    case Risk::medium:
      return "medium";
    case Risk::low:
      return "low";
    case Risk::none:
      break;
  }
  return "";
}

std::string_view name_of(Category category) {
  switch (category) {
    case Category::frontmatter:
      return "frontmatter";
    case Category::body:
      return "body";
    case Category::files:
      return "files";
    case Category::links:
      return "links";
    case Category::tokens:
      return "tokens";
    case Category::safety:
      return "safety";
    case Category::agents:
      return "agents";
    case Category::structure:
      break;
  }
  return "structure";
}

void sort_diagnostics(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    const bool other_a = a.location.file != "SKILL.md";
    const bool other_b = b.location.file != "SKILL.md";
    if (other_a != other_b) return other_b;
    // What one rule says of one place keeps the order in which it was found: that of a structure's sections, say.
    return std::tie(a.location.file, a.location.begin.line, a.location.begin.column, a.rule) <
           std::tie(b.location.file, b.location.begin.line, b.location.begin.column, b.rule);
  });
}

}  // namespace skillstow
