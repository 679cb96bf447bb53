#include "structure/breaches.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "structure/structure_check.h"

namespace skillstow {

std::string quoted_title(std::string_view text) { return format("\"{}\"", visible(text, k_shown_title)); }

Breaches::Breaches(const Structure& structure, const Skill& skill)
    : structure_(structure), skill_(skill), headings_(outline_of(skill.markdown)) {}

Diagnostic* Breaches::add(std::string_view rule, std::string message, std::string help) {
  if (found_.size() >= k_max_structure_findings) {
    ++left_out_;
    return nullptr;
  }
  Diagnostic& diagnostic = found_.emplace_back();
  diagnostic.rule = rule;
  diagnostic.category = Category::structure;
  diagnostic.severity = Severity::error;
  diagnostic.location.file = skill_.manifest.path;
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return &diagnostic;
}

void Breaches::at(std::string_view rule, Span span, std::string message, std::string help) {
  Diagnostic* diagnostic = add(rule, std::move(message), std::move(help));
  if (diagnostic == nullptr) return;
  diagnostic->location.span = span;
  diagnostic->location.begin = skill_.manifest.position(span.offset);
  diagnostic->location.end = skill_.manifest.position(span.end());
}

void Breaches::at_heading(std::string_view rule, std::uint32_t heading, std::string message, std::string help) {
  at(rule, node_of(heading).span, std::move(message), std::move(help));
}

void Breaches::about_skill(std::string_view rule, std::string message, std::string help) {
  add(rule, std::move(message), std::move(help));
}

std::uint32_t Breaches::line_of(std::uint32_t heading) const {
  return skill_.manifest.line(node_of(heading).span.offset);
}

std::string Breaches::title_of(std::uint32_t heading) const { return quoted_title(node_of(heading).text); }

std::string Breaches::with_line(std::uint32_t heading) const {
  return format("{} (line {})", title_of(heading), line_of(heading));
}

std::size_t Breaches::last_line_end() const {
  const std::string& text = skill_.manifest.text;
  std::size_t end = text.size();
  if (end > 0 && text[end - 1] == '\n') --end;
  if (end > 0 && text[end - 1] == '\r') --end;
  return end;
}

std::vector<Diagnostic> Breaches::take() {
  if (left_out_ > 0) {
    Diagnostic rest = found_.front();
    rest.rule = "structure-unchecked";
    rest.location.span = {};
    rest.location.begin = rest.location.end = {0, 0};
    rest.message = format("{} more breaches of the structure are not listed", grouped(left_out_));
    rest.help = "mend those that are, then check again";
    found_.push_back(std::move(rest));
  }
  sort_diagnostics(found_);
  return std::move(found_);
}

}  // namespace skillstow
