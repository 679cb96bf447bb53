#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "facts/facts.h"
#include "lint/engine.h"
#include "markup/page_data.h"
#include "model/skill.h"
#include "page/authored.h"
#include "page/link_graph.h"
#include "page/workflow.h"

namespace skillstow {

// What a page is made of: one skill, and what was found out about it.
struct PageInput {
  const Skill& skill;
  const SkillFacts& facts;
  const Judgement& judgement;
  std::optional<Licence> repository_licence = {};       // of the repository around it, if the skill names none itself
  std::optional<std::uint64_t> repository_skills = {};  // with a usable name and description
  PageData history = PageData::list();                  // page/history_view.h; an empty list if git was not asked
  std::string_view version = {};                        // of the program
};

// The same with what the parts of the page share.
struct PageContext : PageInput {
  explicit PageContext(const PageInput& input);

  Authored authored;
  Workflow workflow;
  LinkGraph graph;
  std::string title;
  std::string summary;  // the author's, else the first sentence of the description; empty without one
  std::string licence;  // "MIT", "none named"
};

// Everything that the templates of one skill's page show. Each part is a file: view_<part>.cpp.
PageData page_view(const PageContext& page);

// How the page stands: alone in one file, or in a site that has its style sheet and script beside it.
struct PageFrame {
  std::string root = "";     // in a site: the way to its root ("../../"); empty = alone
  std::string related = "";  // HTML of what the skill is compared with (related.h), or a mark for it
  std::string alternatives = "";
};
std::string page_html(PageData view, const PageFrame& frame);
std::string page_markdown(const PageData& view);

}  // namespace skillstow
