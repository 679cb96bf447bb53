#include "site/related.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "markup/template.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_compared = 5;

PageData card(const SkillEntry& entry, std::string_view root, const std::vector<std::string>& reasons) {
  const bool outside = entry.href.starts_with("https://");
  return PageData()
      .set("title", entry.title)
      .set("name", entry.name)
      .set("href", entry.href.empty() ? "" : (outside ? "" : std::string(root)) + entry.href)
      .set("repository", entry.repository.empty() ? entry.path : entry.repository)
      .set("path", entry.path)
      .set("summary", inline_view(entry.summary))
      .set("tokens", format("~{}", compact(entry.tokens)))
      .set("verdict", entry.verdict.empty() ? "" : verdict_word(entry.verdict))
      .set("verdict_class", entry.verdict)
      .set("licence", entry.licence)
      .set("files", entry.files == 0 ? "" : grouped(entry.files))
      .set("commands", visible(join(entry.commands, ", "), 80))
      .set("loads", entry.verdict.empty() ? "" : format("{}", entry.loads.size()))
      .set("updated", entry.updated)
      .set("reasons", join(reasons, "; "))
      .set("this", false);
}

PageData cards(const std::vector<SkillEntry>& entries, const std::vector<Neighbour>& neighbours,
               std::string_view root) {
  PageData list = PageData::list();
  for (const Neighbour& one : neighbours) list.add(card(entries[one.skill], root, one.reasons));
  return PageData().set("any", !list.empty()).set("list", std::move(list));
}

PageData cards(const std::vector<SkillEntry>& entries, const std::vector<std::size_t>& skills, std::string_view root) {
  PageData list = PageData::list();
  for (const std::size_t one : skills) list.add(card(entries[one], root, {}));
  return PageData().set("any", !list.empty()).set("list", std::move(list));
}

}  // namespace

PageData related_view(const std::vector<SkillEntry>& entries, std::size_t skill, const Neighbours& neighbours,
                      std::string_view root) {
  PageData compared = PageData::list();
  compared.add(card(entries[skill], root, {}).set("this", true));
  for (std::size_t i = 0; i < neighbours.similar.size() && i < k_compared; ++i)
    compared.add(card(entries[neighbours.similar[i].skill], root, {}));
  std::vector<std::string> names;
  for (const Neighbour& one : neighbours.similar) names.push_back(entries[one.skill].title);
  if (names.size() > 4) names.resize(4);
  const SkillEntry& self = entries[skill];
  const bool dated = std::any_of(neighbours.similar.begin(), neighbours.similar.end(),
                                 [&](const Neighbour& one) { return !entries[one.skill].updated.empty(); });
  return PageData()
      .set("title", self.title)
      .set("repository", self.repository.empty() ? "this collection" : self.repository)
      .set("judged", !self.verdict.empty() &&
                         (neighbours.similar.empty() || !entries[neighbours.similar.front().skill].verdict.empty()))
      .set("dated", dated || !self.updated.empty())
      .set("alternatives", listed(names))
      .set("compared", PageData().set("any", compared.items().size() > 1).set("list", std::move(compared)))
      .set("similar", cards(entries, neighbours.similar, root))
      .set("same_place", cards(entries, neighbours.same_place, root))
      .set("copies", cards(entries, neighbours.copies, root))
      .set("near_copies", cards(entries, neighbours.near_copies, root))
      .set("collisions", cards(entries, neighbours.collisions, root));
}

std::string related_html(const PageData& related) { return fill_template("related.html", related, Markup::html); }

std::string alternatives_html(const PageData& related) {
  return fill_template("alternatives.html", related, Markup::html);
}

}  // namespace skillstow
