#include "page/page.h"

#include "base/text.h"
#include "markup/policy.h"
#include "markup/template.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

std::string licence_word(const PageInput& input) {
  const Licence& licence = input.facts.licence;
  if (licence.spdx) return *licence.spdx;
  if (licence.field) return own_words(first_sentence(*licence.field, 40));
  if (licence.file) return "its own";
  if (input.repository_licence && input.repository_licence->spdx) return *input.repository_licence->spdx;
  return input.repository_licence ? "its repository's own" : "none named";
}

std::string without_last_line_end(std::string_view text) { return std::string(trim_right(text)) + "\n"; }

}  // namespace

PageContext::PageContext(const PageInput& input)
    : PageInput(input),
      authored(find_authored(input.skill, input.facts.sections)),
      workflow(find_workflow(input.skill, input.facts)),
      graph(link_graph(input.skill, input.facts)),
      title(authored.title.empty() ? title_of(input.skill, input.facts.sections) : authored.title),
      summary(authored.summary),
      licence(licence_word(input)) {
  if (summary.empty()) summary = own_words(first_sentence(input.skill.description().value_or("")));
}

PageData page_view(const PageContext& page) {
  PageData view;
  add_head(page, view);
  add_glance(page, view);
  add_machine(page, view);
  add_cost(page, view);
  add_safety(page, view);
  add_agents(page, view);
  add_files(page, view);
  add_document(page, view);
  add_install(page, view);
  add_questions(page, view);
  view.set("history", PageData().set("rows", page.history).set("any", !page.history.empty()));
  return view;
}

std::string page_html(PageData view, const PageFrame& frame) {
  const bool alone = frame.root.empty();
  view.set("alone", alone).set("root", frame.root);
  view.set("related_html", frame.related).set("alternatives_html", frame.alternatives);
  if (alone) {
    const std::string_view style = page_file("style.css");
    const std::string_view script = page_file("page.js");
    view.set("style", style).set("script", script);
    view.set("policy", page_policy(style, script));
  } else {
    view.set("policy", "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'");
  }
  return fill_template("page.html", view, Markup::html);
}

std::string page_markdown(const PageData& view) {
  return without_last_line_end(fill_template("page.md", view, Markup::markdown));
}

}  // namespace skillstow
