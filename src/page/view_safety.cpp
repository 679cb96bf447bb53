#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "page/view_parts.h"
#include "page/wording.h"
#include "report/excerpt.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_findings = 60;  // of each list; check names them all
constexpr std::size_t k_columns = 110;       // of a source line

PageData finding_view(const PageContext& page, const Diagnostic& finding, Excerpts& excerpts) {
  const std::optional<Excerpt> excerpt = excerpts.of(finding, k_columns);
  const bool risky = finding.risk != Risk::none;
  PageData steps = PageData::list();
  for (const Related& one : finding.related) {
    steps.add(PageData()
                  .set("step_place", own_words(format("{}:{}", one.location.file, one.location.begin.line)))
                  .set("step", own_words(one.message)));
  }
  return PageData()
      .set("has_steps", !steps.empty())
      .set("steps", std::move(steps))
      .set("level", risky ? name_of(finding.risk) : name_of(finding.severity))
      .set("level_class", risky ? name_of(finding.risk) : name_of(finding.severity))
      .set("rule", finding.rule)
      .set("message", own_words(finding.message))
      .set("help", own_words(finding.help))
      .set("place", place_view(page, finding.location.file, finding.location.begin.line))
      .set("has_excerpt", excerpt.has_value())
      .set("before", excerpt ? excerpt->before : "")
      .set("marked", excerpt ? excerpt->marked : "")
      .set("after", excerpt ? excerpt->after : "");
}

PageData findings_view(const PageContext& page, bool safety) {
  Excerpts excerpts(page.skill);
  PageData list = PageData::list();
  std::size_t count = 0;
  for (const Diagnostic& finding : page.judgement.findings) {
    if ((finding.category == Category::safety) != safety) continue;
    if (++count <= k_most_findings) list.add(finding_view(page, finding, excerpts));
  }
  const std::size_t more = count > k_most_findings ? count - k_most_findings : 0;
  return PageData()
      .set("any", count > 0)
      .set("count", counted(count, "finding"))
      .set("rest", more > 0 ? format("and {} more, which skillstow check names", more) : "")
      .set("list", std::move(list));
}

std::string verdict_sentence(std::string_view safety) {
  if (safety == "pass") return "Nothing risky was found.";
  if (safety == "fail") return "Something dangerous was found. Read it before you install the skill.";
  return "Some of what the skill does deserves a look.";
}

}  // namespace

void add_safety(const PageContext& page, PageData& view) {
  std::uint64_t texts = 0;
  PageData unread = PageData::list();
  for (const SkillFile& file : page.skill.files) {
    if (file.kind == ContentKind::text) {
      ++texts;
    } else {
      unread.add(PageData().set("path", own_words(file.entry.path)));
    }
  }
  const std::size_t others = unread.items().size();
  view.set("safety",
           PageData()
               .set("sentence", verdict_sentence(page.judgement.safety))
               .set("scanned", texts == 1 && others == 0 ? std::string("Its one file was scanned.")
                                                         : format("All {} were scanned.", counted(texts, "text file")))
               .set("has_unread", others > 0)
               .set("unread_count", counted(others, "file"))
               .set("unread", std::move(unread))
               .set("complete", page.skill.files_complete)
               .set("findings", findings_view(page, true)));
  view.set("findings", findings_view(page, false));
  view.set("suppressed", page.judgement.suppressed > 0 ? format("{} set aside by comments in the skill",
                                                                counted(page.judgement.suppressed, "finding"))
                                                       : "");
}

}  // namespace skillstow
