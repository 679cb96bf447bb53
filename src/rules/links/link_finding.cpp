#include "rules/links/link_finding.h"

#include "base/text.h"
#include "model/source_file.h"

namespace skillstow::rules {

std::string shown_target(const Link& link) { return "\"" + visible(link.target, 100) + "\""; }

std::optional<Span> target_span(const Link& link) {
  const std::string_view written = slice(link.source->text, link.span);
  // The last one: "[a.md](a.md)" has its target behind its text.
  const std::size_t at = link.target.empty() ? std::string_view::npos : written.rfind(link.target);
  if (at == std::string_view::npos) return std::nullopt;
  return span_between(link.span.offset + at, link.span.offset + at + link.target.size());
}

Span place_of(const Link& link) { return target_span(link).value_or(link.span); }

std::optional<Fix> retarget(const Link& link, std::string_view path, std::string title, bool safe) {
  std::optional<Span> span = target_span(link);
  if (!span || path.empty()) return std::nullopt;
  // What a path may not hold inside "(…)" without more ado.
  if (path.find_first_of(" ()<>\t\r\n%\\") != std::string_view::npos) return std::nullopt;
  const std::size_t end = std::min(link.target.find_first_of("?#"), link.target.size());
  span->length = static_cast<std::uint32_t>(end);
  return Fix{std::move(title), {{*span, std::string(path)}}, safe};
}

}  // namespace skillstow::rules
