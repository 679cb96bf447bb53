#include <map>

#include "base/text.h"
#include "facts/anchors.h"
#include "facts/documents.h"
#include "facts/mask.h"
#include "page/install_commands.h"
#include "page/markdown_html.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

// Shown of a text that is too large to be read as Markdown.
constexpr std::size_t k_most_plain = 200'000;

class DocumentPart {
 public:
  explicit DocumentPart(const PageContext& page) : page_(page) {
    for (const Link& link : page.facts.links) {
      if (link.source == &page.skill.manifest) links_.emplace(link.target, &link);
    }
  }

  std::string html() const {
    const std::string& text = page_.skill.manifest.text;
    const auto resolve = [this](std::string_view target) { return resolved(target); };
    if (find_secret_values(text).empty()) return rendered(page_.skill.markdown, text, resolve);
    // The values of secrets are taken out before the text is read, so that they are nowhere in what it becomes.
    const std::string clean = masked(text);
    return rendered(parse_markdown(clean, markdown_start(clean)), clean, resolve);
  }

 private:
  static std::string rendered(const Markdown& markdown, std::string_view text, const LinkResolver& resolve) {
    if (!markdown.too_complex) return markdown_html(markdown, text, resolve);
    const std::string_view start = text.substr(0, k_most_plain);
    return "<pre tabindex=\"0\">" + html_text(start) + (start.size() < text.size() ? " …" : "") + "</pre>\n";
  }

  LinkTarget resolved(std::string_view target) const {
    const auto at = links_.find(target);
    if (at == links_.end()) return is_safe_address(target) ? outside(target) : refused();
    const Link& link = *at->second;
    switch (link.status) {
      case LinkStatus::external:
        return is_safe_address(target) ? outside(target) : refused();
      case LinkStatus::anchor:
        if (link.fragment_missing) return {"", "there is no such heading", false};
        return {link.fragment.empty() || link.fragment == "top" ? "#document" : "#doc-" + heading_slug(link.fragment),
                "", false};
      case LinkStatus::ok:
        return {file_address(link), "a file of the skill", false};
      case LinkStatus::broken:
        return {"", "broken: " + own_words(target), false};
      case LinkStatus::escapes:
        break;
    }
    return {"", "leads out of the skill: " + own_words(target), false};
  }

  static LinkTarget outside(std::string_view target) { return {own_words(target), "", true}; }
  static LinkTarget refused() { return {"", "this page links to no such address", false}; }

  std::string file_address(const Link& link) const {
    const std::string web = web_address(page_.facts.source, link.path);
    return web.empty() ? "#files" : web;
  }

  const PageContext& page_;
  std::map<std::string, const Link*, std::less<>> links_;
};

}  // namespace

void add_document(const PageContext& page, PageData& view) {
  view.set("document_html", DocumentPart(page).html());
  view.set("manifest", own_words(page.skill.manifest_name));
  view.set("manifest_href", web_address(page.facts.source, page.skill.manifest_name));
}

}  // namespace skillstow
