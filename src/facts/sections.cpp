#include "facts/sections.h"

#include "base/text.h"

namespace skillstow {

std::vector<Section> find_sections(const Skill& skill) {
  std::vector<Section> sections;
  const Markdown& markdown = skill.markdown;
  for (std::uint32_t i = 1; i < markdown.nodes.size();) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind == NodeKind::heading) {
      Section section;
      section.level = node.level;
      section.title = std::string(trim(node.text));
      section.line = skill.manifest.line(node.span.offset);
      section.heading = node.span;
      section.span = span_between(node.span.offset, skill.manifest.text.size());
      if (!sections.empty()) {
        Span& before = sections.back().span;
        before = span_between(before.offset, node.span.offset);
      }
      sections.push_back(std::move(section));
    }
    const bool may_hold_headings = node.kind == NodeKind::list || node.kind == NodeKind::item;
    i = may_hold_headings ? i + 1 : markdown.skip(i);
  }
  return sections;
}

}  // namespace skillstow
