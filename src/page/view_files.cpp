#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/text.h"
#include "page/install_commands.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_files = 200;
constexpr std::size_t k_deepest = 6;  // levels that the page indents

std::string notes_of(const PageContext& page, const SkillFile& file) {
  std::vector<std::string> notes;
  if (file.entry.executable) notes.emplace_back("executable");
  if (file.kind == ContentKind::binary) notes.emplace_back("binary");
  if (file.kind == ContentKind::link) notes.push_back("link to " + own_words(file.entry.link_target));
  if (file.kind == ContentKind::submodule) notes.emplace_back("submodule");
  if (file.kind == ContentKind::unread) notes.push_back("not read: " + own_words(file.reason));
  if (std::binary_search(page.facts.orphans.begin(), page.facts.orphans.end(), file.entry.path))
    notes.emplace_back("never named");
  return join(notes, ", ");
}

PageData list_view(const PageContext& page) {
  std::map<std::string_view, std::uint64_t> tokens;
  for (const FileTokens& file : page.facts.tokens.files) tokens[file.path] = file.tokens.rule;
  PageData list = PageData::list();
  for (const SkillFile& file : page.skill.files) {
    if (list.items().size() == k_most_files) break;
    const auto cost = tokens.find(file.entry.path);
    list.add(PageData()
                 .set("path", own_words(file.entry.path))
                 .set("href", web_address(page.facts.source, file.entry.path))
                 .set("bytes", grouped(file.entry.size))
                 .set("tokens", cost == tokens.end() ? "" : grouped(cost->second))
                 .set("note", notes_of(page, file)));
  }
  return list;
}

PageData graph_view(const PageContext& page) {
  PageData list = PageData::list();
  for (const LinkGraph::Node& node : page.graph.nodes) {
    if (list.items().size() == k_most_files) break;
    list.add(PageData()
                 .set("path", own_words(node.path))
                 .set("depth", format("{}", std::min(node.depth, k_deepest)))
                 .set("how", node.depth == 0 ? std::string("start") : format("{}, line {}", node.how, node.line)));
  }
  PageData orphans = PageData::list();
  for (const std::string& path : page.graph.orphans) orphans.add(PageData().set("path", own_words(path)));
  PageData unlinked = PageData::list();
  for (const std::string& path : page.graph.unlinked) {
    if (unlinked.items().size() < k_most_files) unlinked.add(PageData().set("path", own_words(path)));
  }
  PageData view;
  view.set("any", page.skill.files.size() > 1)
      .set("has_orphans", !orphans.empty())
      .set("has_unlinked", !unlinked.empty());
  view.set("list", std::move(list)).set("orphans", std::move(orphans));
  return view.set("unlinked", std::move(unlinked));
}

PageData links_view(const PageContext& page) {
  std::map<LinkStatus, std::uint64_t> counts;
  PageData faults = PageData::list();
  const auto fault = [&](const SourceFile* file, std::uint32_t line, const std::string& target, std::string_view what) {
    if (faults.items().size() == k_most_files) return;
    faults.add(
        PageData().set("target", own_words(target)).set("what", what).set("place", place_view(page, file->path, line)));
  };
  for (const Link& link : page.facts.links) {
    ++counts[link.status];
    if (link.status == LinkStatus::broken) fault(link.source, link.line, link.target, "is broken");
    if (link.status == LinkStatus::escapes) fault(link.source, link.line, link.target, "leads out of the skill");
    if (link.fragment_missing) fault(link.source, link.line, link.target, "has no such heading");
  }
  for (const Mention& mention : page.facts.mentions) {
    if (mention.missing) fault(mention.source, mention.line, mention.path, "is named and not there");
  }
  const std::string sums = format("{} to files, {} within a file, {} elsewhere", counts[LinkStatus::ok],
                                  counts[LinkStatus::anchor], counts[LinkStatus::external]);
  return PageData()
      .set("any", !page.facts.links.empty() || !faults.empty())
      .set("sums", sums)
      .set("has_faults", !faults.empty())
      .set("faults", std::move(faults));
}

}  // namespace

void add_files(const PageContext& page, PageData& view) {
  PageData list = list_view(page);
  const std::size_t more = page.skill.files.size() - list.items().size();
  view.set("files", PageData()
                        .set("count", counted(page.skill.files.size(), "file"))
                        .set("rest", more > 0 ? format("and {} more files", more) : "")
                        .set("href", web_address(page.facts.source, ""))
                        .set("list", std::move(list)));
  view.set("graph", graph_view(page)).set("links", links_view(page));
}

}  // namespace skillstow
