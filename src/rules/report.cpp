#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow {

Report::Report(const Skill& skill) : skill_(skill), facts_(std::make_unique<SharedFacts>(skill)) {}
Report::~Report() = default;

Diagnostic& Report::add(Location location, std::string message, std::string help) {
  Diagnostic& diagnostic = diagnostics_.emplace_back();
  diagnostic.rule = rule->id;
  diagnostic.category = rule->category;
  diagnostic.severity = rule->severity;
  diagnostic.location = std::move(location);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostic;
}

Diagnostic& Report::in(const SourceFile& file, Span span, std::string message, std::string help) {
  return add({file.path, span, file.position(span.offset), file.position(span.end())}, std::move(message),
             std::move(help));
}

Diagnostic& Report::at(Span span, std::string message, std::string help) {
  return in(skill_.manifest, span, std::move(message), std::move(help));
}

Diagnostic& Report::about(std::string file, std::string message, std::string help) {
  return add({std::move(file), {}, {0, 0}, {0, 0}}, std::move(message), std::move(help));
}

}  // namespace skillstow
