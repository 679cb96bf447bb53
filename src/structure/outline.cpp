#include "structure/outline.h"

#include "structure/heading_pattern.h"

namespace skillstow {

std::vector<OutlineHeading> outline_of(const Markdown& markdown) {
  std::vector<OutlineHeading> headings;
  std::vector<std::uint32_t> open;  // indices of the headings around the current place, at most six
  const auto close_from = [&](std::uint8_t level, std::uint32_t node) {
    while (!open.empty() && headings[open.back()].level >= level) {
      headings[open.back()].end = static_cast<std::uint32_t>(headings.size());
      headings[open.back()].end_node = node;
      open.pop_back();
    }
  };
  const auto count = static_cast<std::uint32_t>(markdown.nodes.size());
  for (std::uint32_t i = 1; i < count; i = markdown.skip(i)) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind != NodeKind::heading) continue;
    close_from(node.level, i);
    OutlineHeading heading;
    heading.node = i;
    heading.level = node.level;
    heading.parent = open.empty() ? 0 : open.back() + 1;
    heading.folded = fold_heading(node.text);
    open.push_back(static_cast<std::uint32_t>(headings.size()));
    headings.push_back(std::move(heading));
  }
  close_from(0, count);
  return headings;
}

}  // namespace skillstow
