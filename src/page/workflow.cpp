#include "page/workflow.h"

#include <algorithm>

#include "base/text.h"
#include "page/authored.h"
#include "page/wording.h"

namespace skillstow {
namespace {

constexpr std::size_t k_most_steps = 40;

std::string_view without_marks(std::string_view text) {
  text = trim(text);
  while (!text.empty()) {
    if (text.starts_with("—") || text.starts_with("–")) {
      text.remove_prefix(3);
    } else if (std::string_view(":.)-").find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
    } else if (!is_blank(text.front())) {
      break;
    } else {
      text.remove_prefix(1);
    }
  }
  return text;
}

// "2. Check" and "2) Check"; "Phase 2: Check" with the words given.
bool read_numbered(std::string_view title, std::string_view word, WorkflowStep& step) {
  if (!word.empty()) {
    if (!starts_with_ignoring_case(title, word) || title.size() <= word.size() || title[word.size()] != ' ')
      return false;
    title = trim_left(title.substr(word.size()));
  }
  std::size_t digits = 0;
  while (digits < title.size() && is_digit(title[digits])) ++digits;
  if (digits == 0 || digits > 2) return false;
  const std::string_view rest = title.substr(digits);
  if (word.empty() && !rest.starts_with(". ") && !rest.starts_with(") ")) return false;
  step.number = title.substr(0, digits);
  step.title = own_words(without_marks(rest));
  return true;
}

// Headings of one level, numbered from 0 or 1 upwards.
std::vector<WorkflowStep> numbered_headings(const SkillFacts& facts, std::string_view word) {
  std::vector<WorkflowStep> steps;
  std::uint32_t level = 0;
  for (const Section& section : facts.sections) {
    WorkflowStep step;
    step.line = section.line;
    if ((level != 0 && section.level != level) || !read_numbered(section.title, word, step)) continue;
    const std::size_t number = std::stoul(step.number);
    if (steps.empty() ? number > 1 : number != std::stoul(steps.back().number) + 1) continue;
    level = section.level;
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<WorkflowStep> bold_items(const Skill& skill) {
  const std::vector<MarkdownNode>& nodes = skill.markdown.nodes;
  for (std::uint32_t list = 1; list < nodes.size(); list = nodes[list].end) {
    if (nodes[list].kind != NodeKind::list || !nodes[list].ordered) continue;
    std::vector<WorkflowStep> steps;
    bool all = true;
    for (std::uint32_t item = list + 1; item < nodes[list].end; item = nodes[item].end) {
      const bool bold = item + 2 < nodes[item].end && nodes[item + 1].kind == NodeKind::paragraph &&
                        nodes[item + 2].kind == NodeKind::strong;
      all = all && bold;
      if (!bold) continue;
      std::string title = text_of(skill.markdown, item + 2);
      while (!title.empty() && std::string_view(":.").find(title.back()) != std::string_view::npos) title.pop_back();
      steps.push_back(
          {std::to_string(nodes[item].start), own_words(title), skill.manifest.line(nodes[item].span.offset)});
    }
    if (all && steps.size() > 1) return steps;
  }
  return {};
}

}  // namespace

Workflow find_workflow(const Skill& skill, const SkillFacts& facts) {
  Workflow workflow;
  for (const SkillStep& step : facts.steps) workflow.steps.push_back({step.number, own_words(step.title), step.line});
  workflow.source = "step headings";
  const auto enough = [&] { return workflow.steps.size() > 1; };
  const auto next = [&](std::vector<WorkflowStep> steps, std::string_view source) {
    if (enough()) return;
    workflow.steps = std::move(steps);
    workflow.source = source;
  };
  if (!enough()) next(numbered_headings(facts, "Phase"), "phase headings");
  if (!enough()) next(numbered_headings(facts, "Stage"), "stage headings");
  if (!enough()) next(numbered_headings(facts, ""), "numbered headings");
  if (!enough()) next(bold_items(skill), "numbered list");
  if (!enough()) return {};
  if (workflow.steps.size() > k_most_steps) workflow.steps.resize(k_most_steps);
  return workflow;
}

}  // namespace skillstow
