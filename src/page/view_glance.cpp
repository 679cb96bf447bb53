#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

PageData quotes_view(const PageContext& page, const std::vector<Quote>& quotes) {
  PageData list = PageData::list();
  for (const Quote& quote : quotes)
    list.add(PageData().set("parts", inline_view(quote.text)).set("place", place_view(page, quote.file, quote.line)));
  return PageData().set("any", !quotes.empty()).set("list", std::move(list));
}

// "A, B, C and D, plus 2 more sections"
std::string covers(const std::vector<std::string>& titles) {
  constexpr std::size_t k_named = 4;
  const std::size_t named = std::min(titles.size(), k_named);
  const std::string text = listed({titles.begin(), titles.begin() + static_cast<std::ptrdiff_t>(named)});
  const std::size_t more = titles.size() - named;
  return more == 0 ? text : format("{}, plus {} more {}", text, more, more == 1 ? "section" : "sections");
}

std::vector<std::string> chapters(const PageContext& page) {
  std::set<std::uint32_t> steps;
  for (const WorkflowStep& step : page.workflow.steps) steps.insert(step.line);
  std::vector<std::string> titles;
  for (const Section& section : page.facts.sections) {
    if (section.level == 2 && !steps.contains(section.line) && !section.title.empty())
      titles.push_back(own_words(section.title));
  }
  return titles;
}

PageData glance_view(const PageContext& page) {
  PageData list = PageData::list();
  const auto add = [&](std::string_view label, const std::string& text) {
    list.add(PageData().set("label", label).set("parts", inline_view(text)));
  };
  if (!page.workflow.steps.empty()) {
    std::vector<std::string> titles;
    for (const WorkflowStep& step : page.workflow.steps)
      titles.push_back(step.title.empty() ? "Step " + step.number : step.title);
    add(format("Works in {} steps", titles.size()), join(titles, " → "));
  }
  if (!page.authored.when.empty()) add("Used when", page.authored.when.front().text);
  if (const std::vector<std::string> titles = chapters(page); !titles.empty()) add("SKILL.md covers", covers(titles));
  const std::vector<std::string> names = command_names(page.facts);
  if (!names.empty()) {
    const std::size_t named = std::min<std::size_t>(names.size(), 8);
    const std::string more = names.size() > named ? format(", plus {} more", names.size() - named) : "";
    add("Calls", listed({names.begin(), names.begin() + static_cast<std::ptrdiff_t>(named)}) + more);
  }
  return list;
}

PageData requirements_view(const PageContext& page) {
  PageData list = PageData::list();
  const auto add = [&](std::string_view label, const std::string& text, PageData place) {
    list.add(PageData().set("label", label).set("parts", inline_view(text)).set("place", std::move(place)));
  };
  const PageData nowhere = PageData().set("text", "").set("href", "");
  if (const auto compatibility = page.skill.scalar_field("compatibility");
      compatibility && !trim(*compatibility).empty())
    add("Compatibility", own_words(fold_space(*compatibility)), nowhere);
  for (const Quote& quote : page.authored.requirements) add("", quote.text, place_view(page, quote.file, quote.line));
  const std::vector<Quote> tools = find_named_tools(page.skill);
  if (!tools.empty()) {
    std::vector<std::string> names;
    for (const Quote& tool : tools) names.push_back("`" + tool.text + "`");
    add("Tools named", listed(names), place_view(page, tools.front().file, tools.front().line));
  }
  const std::vector<std::string> commands = command_names(page.facts);
  if (!commands.empty()) {
    std::vector<std::string> names;
    for (const std::string& command : commands) names.push_back("`" + command + "`");
    add("Commands", listed(names), nowhere);
  }
  return list;
}

PageData steps_view(const PageContext& page) {
  PageData list = PageData::list();
  for (const WorkflowStep& step : page.workflow.steps) {
    list.add(PageData()
                 .set("number", step.number)
                 .set("parts", inline_view(step.title.empty() ? "Step " + step.number : step.title))
                 .set("place", place_view(page, page.skill.manifest_name, step.line)));
  }
  return PageData()
      .set("any", !page.workflow.steps.empty())
      .set("count", grouped(page.workflow.steps.size()))
      .set("source", page.workflow.source)
      .set("list", std::move(list));
}

}  // namespace

std::vector<std::string> command_names(const SkillFacts& facts) {
  std::vector<std::string> names;
  for (const Command& command : facts.commands) names.push_back(own_words(command.name));
  return names;
}

void add_glance(const PageContext& page, PageData& view) {
  PageData glance = glance_view(page);
  view.set("has_glance", !glance.empty()).set("glance", std::move(glance));
  view.set("what", quotes_view(page, page.authored.what));
  view.set("when", quotes_view(page, page.authored.when));
  view.set("when_not", quotes_view(page, page.authored.when_not));
  view.set("prompts", quotes_view(page, page.authored.prompts));
  PageData requirements = requirements_view(page);
  view.set("has_requirements", !requirements.empty()).set("requirements", std::move(requirements));
  view.set("steps", steps_view(page));
}

}  // namespace skillstow
