#include "base/format.h"
#include "base/text.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow {

Report::Report(const Skill& skill) : skill_(skill), facts_(std::make_unique<SharedFacts>(skill)) {}
Report::~Report() = default;

Diagnostic& Report::add(Location location, std::string message, std::string help) {
  const std::size_t number = ++counts_[location.file];
  Diagnostic& diagnostic = number > k_most_of_a_rule ? surplus_ = {} : diagnostics_.emplace_back();
  diagnostic.rule = rule->id;
  diagnostic.category = rule->category;
  diagnostic.severity = rule->severity;
  diagnostic.location = std::move(location);
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return diagnostic;
}

void Report::tell_rest() {
  std::vector<std::pair<std::string, std::size_t>> rest;
  for (const auto& [file, number] : counts_) {
    if (number > k_most_of_a_rule) rest.emplace_back(file, number - k_most_of_a_rule);
  }
  counts_.clear();
  for (const auto& [file, number] : rest) {
    about(file, format("{} finds {} in this file, which are not listed", rule->id, counted(number, "more place")),
          "mend those that are listed, and check again");
  }
  counts_.clear();
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

std::string limit_in_words(std::uint64_t limit, std::uint64_t recommended) {
  return limit == recommended ? format("the {} that the specification recommends", grouped(limit))
                              : format("the limit of {}", grouped(limit));
}

}  // namespace skillstow
