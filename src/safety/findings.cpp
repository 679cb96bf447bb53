#include "safety/findings.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "safety/role.h"

namespace skillstow {
namespace {

constexpr std::size_t k_excerpt_points = 90;
constexpr std::size_t k_excerpt_bytes = 16 * k_excerpt_points;
// Far above what a person reads; keeps a hostile skill from filling the memory with findings.
constexpr std::size_t k_max_findings = 2'000;

std::string_view said_of(Role role) {
  switch (role) {
    case Role::describes:
      return ", shown as an example";
    case Role::forbids:
      return ", named as what not to do";
    case Role::tests:
      return ", in test data";
    default:
      return "";
  }
}

}  // namespace

Risk lowered(Risk risk, Role role) {
  switch (role) {
    case Role::describes:
      return std::min(risk, Risk::low);
    case Role::forbids:
    case Role::tests:
      return std::min(risk, Risk::low);
    default:
      return risk;
  }
}

Severity severity_of(Risk risk) {
  return risk >= Risk::high ? Severity::error : risk == Risk::medium ? Severity::warning : Severity::note;
}

// A finding may cover a whole file, and there may be one at every call in it: only so much is looked at as can be
// shown.
std::string excerpt_of(std::string_view text) {
  if (text.size() <= k_excerpt_bytes) return visible(fold_space(text), k_excerpt_points);
  std::size_t end = k_excerpt_bytes;
  while (end > k_excerpt_bytes - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return visible(fold_space(text.substr(0, end)) + "…", k_excerpt_points);
}

void Findings::add(const View& view, Span in_view, Finding finding) {
  // In a document, a comment beside the code says what it is; in a script that runs, it says nothing.
  const Role role = view.place == Place::fence && view.depth == 0
                        ? weaker(view.role, role_of_code_line(view.text, in_view.offset))
                        : view.role;
  const bool disguised = derived_.text == view.file && derived_.file != nullptr;
  if (disguised && says_the_same(view.map.to_source(in_view))) {
    ++reported_;
    return;
  }
  const bool fixed = disguised || view.hidden() || view.automatic() || (finding.firm && view.place == Place::script);
  Risk risk = finding.risk;
  if (!fixed) {
    risk = lowered(risk, role);
    // Firm things stay visible to whoever decides: an example of one is a note of its own weight.
    if (finding.firm && finding.risk >= Risk::high && role == Role::describes) risk = Risk::medium;
  } else if (view.hidden() && risk == Risk::high) {
    risk = Risk::critical;
  }
  std::string message = std::move(finding.message);
  if (view.hidden()) message += format(", hidden by {}", view.via);
  if (!fixed) message += said_of(role);
  if (finding.excerpt) message += format(": {}", excerpt_of(slice(view.text, in_view)));
  finding.message = std::move(message);
  finding.risk = risk;
  finding.excerpt = false;
  in_file(*view.file, view.map.to_source(in_view), std::move(finding));
}

bool Findings::says_the_same(Span span) const {
  return slice(derived_.text->text, span) == slice(derived_.file->text, derived_.map->to_source(span));
}

void Findings::in_derived(const SourceFile& file, Span span, Finding finding) {
  if (finding.excerpt) finding.message += format(": {}", excerpt_of(slice(file.text, span)));
  finding.excerpt = false;
  if (derived_.file == nullptr) {
    finding.message = format("{}, in \"{}\" line {}", finding.message, visible(file.path, 200), file.line(span.offset));
    return about(derived_.archive, std::move(finding));
  }
  if (says_the_same(span)) return;
  finding.message += ", written with characters that are not what they look like";
  const SourceFile& original = *derived_.file;
  const Span there = derived_.map->to_source(span);
  for (ChainStep& step : finding.steps) {
    if (step.file == &file) step = {&original, derived_.map->to_source(step.span), std::move(step.message)};
  }
  const Derived kept = std::move(derived_);
  derived_ = {};
  in_file(original, there, std::move(finding));
  derived_ = kept;
}

void Findings::in_file(const SourceFile& file, Span span, Finding finding) {
  ++reported_;
  if (derived_.text == &file) return in_derived(file, span, std::move(finding));
  if (said_already(finding.rule, finding.risk, file.path, file.line(span.offset), file.line(span.end()))) return;
  Diagnostic diagnostic;
  diagnostic.rule = finding.rule;
  diagnostic.category = Category::safety;
  diagnostic.risk = finding.risk;
  diagnostic.severity = severity_of(finding.risk);
  diagnostic.location.file = file.path;
  diagnostic.location.span = span;
  diagnostic.location.begin = file.position(span.offset);
  diagnostic.location.end = file.position(span.end());
  if (finding.excerpt) finding.message += format(": {}", excerpt_of(slice(file.text, span)));
  diagnostic.message = std::move(finding.message);
  diagnostic.help = std::move(finding.help);
  for (ChainStep& step : finding.steps) {
    // What stands in the finding's own words needs no second place.
    const bool inside = step.file == &file && step.span.offset >= span.offset && step.span.end() <= span.end() &&
                        file.line(span.offset) == file.line(span.end());
    if (step.file == nullptr || step.span.length == 0 || inside) continue;
    Related related{
        {step.file->path, step.span, step.file->position(step.span.offset), step.file->position(step.span.end())},
        std::move(step.message)};
    diagnostic.related.push_back(std::move(related));
  }
  put(std::move(diagnostic));
}

void Findings::about(std::string path, Finding finding) {
  Diagnostic diagnostic;
  diagnostic.rule = finding.rule;
  diagnostic.category = Category::safety;
  diagnostic.risk = finding.risk;
  diagnostic.severity = severity_of(finding.risk);
  diagnostic.location.file = std::move(path);
  diagnostic.message = std::move(finding.message);
  diagnostic.help = std::move(finding.help);
  put(std::move(diagnostic));
}

bool Findings::said_already(std::string_view rule, Risk risk, std::string_view path, std::uint32_t first_line,
                            std::uint32_t last_line) {
  // Only the last few can speak of the same place, since files are scanned one after the other.
  for (std::size_t i = out_.size(); i > first_ && out_.size() - i < 64; --i) {
    Diagnostic& other = out_[i - 1];
    if (other.rule != rule || other.location.file != path) continue;
    if (other.location.begin.line > last_line || first_line > other.location.end.line) continue;
    if (risk <= other.risk) return true;
    forget(i - 1);
  }
  return false;
}

void Findings::forget(std::size_t index) {
  --kept_[static_cast<std::size_t>(out_[index].risk)];
  out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Findings::put(Diagnostic diagnostic) {
  const auto risk = static_cast<std::size_t>(diagnostic.risk);
  if (count() >= k_max_findings) {
    // The last one of the lightest makes room for a graver one.
    std::size_t lightest = 0;
    while (lightest < risk && kept_[lightest] == 0) ++lightest;
    if (lightest >= risk) return drop(diagnostic.risk);
    std::size_t index = out_.size() - 1;
    while (static_cast<std::size_t>(out_[index].risk) != lightest) --index;
    drop(out_[index].risk);
    forget(index);
  }
  ++kept_[risk];
  out_.push_back(std::move(diagnostic));
}

void Findings::tell_dropped(std::string_view path) {
  std::size_t all = 0;
  Risk gravest = Risk::low;
  std::string counts;
  for (const Risk risk : {Risk::critical, Risk::high, Risk::medium, Risk::low}) {
    const std::size_t number = dropped_[static_cast<std::size_t>(risk)];
    if (number == 0) continue;
    gravest = std::max(gravest, risk);
    all += number;
    if (!counts.empty()) counts += ", ";
    counts += format("{} {}", number, name_of(risk));
  }
  if (all == 0) return;
  Diagnostic diagnostic;
  diagnostic.rule = "opaque-code";
  diagnostic.category = Category::safety;
  diagnostic.risk = gravest;
  diagnostic.severity = severity_of(gravest);
  diagnostic.location.file = path;
  diagnostic.message =
      format("{} more findings are left out here ({}); the {} gravest are listed, and nobody reads so many", all,
             counts, k_max_findings);
  diagnostic.help = "deal with those that are listed, or take the file away that most of them are in, and scan again";
  out_.push_back(std::move(diagnostic));
}

}  // namespace skillstow
