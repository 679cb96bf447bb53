#include "site/comparison.h"

#include <algorithm>

#include "agents/agent.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "lint/collisions.h"
#include "markup/policy.h"
#include "markup/template.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

std::string some(const std::vector<std::string>& names) {
  constexpr std::size_t k_named = 12;
  std::vector<std::string> few(names.begin(),
                               names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), k_named)));
  const std::string more = names.size() > k_named ? format(" and {} more", names.size() - k_named) : "";
  return join(few, ", ") + more;
}

std::string tools(const Permissions& permissions) {
  if (!permissions.allowed_tools) return "none in advance";
  std::vector<std::string> names;
  bool any = false;
  for (const std::string& tool : *permissions.allowed_tools) {
    names.push_back(own_words(tool));
    any = any || allows_any_command(tool);
  }
  return (any ? "any command! " : "") + some(names);
}

std::string findings(const Judgement& judgement, bool safety) {
  std::size_t count = 0;
  for (const Diagnostic& finding : judgement.findings)
    count += (finding.category == Category::safety) == safety ? 1 : 0;
  return count == 0 ? std::string("none") : grouped(count);
}

std::string agents(const Judgement& judgement) {
  std::vector<std::string> not_loading;
  for (const AgentVerdict& verdict : judgement.agents) {
    if (!verdict.loads) not_loading.emplace_back(find_agent(verdict.agent)->name);
  }
  const std::string count = format("{} of {}", agents_loading(judgement), judgement.agents.size());
  return not_loading.empty() ? count : format("{}; not {}", count, join(not_loading, ", "));
}

std::string credentials(const SkillFacts& facts) {
  std::vector<std::string> names;
  for (const Credential& credential : facts.credentials) {
    if (std::find(names.begin(), names.end(), credential.name) == names.end()) names.push_back(credential.name);
  }
  return some(names);
}

std::string steps(const PageContext& page) {
  std::vector<std::string> titles;
  for (const WorkflowStep& step : page.workflow.steps) titles.push_back(step.title.empty() ? step.number : step.title);
  return join(titles, " → ");
}

}  // namespace

ComparedSkill compared(const PageContext& page) {
  ComparedSkill one;
  const std::string repository = page.facts.source ? page.facts.source->repository : std::string();
  one.entry = entry_of(page, repository);
  const auto add = [&](std::string_view label, std::string value) { one.values.emplace_back(label, std::move(value)); };
  const TokenCosts& tokens = page.facts.tokens;
  add("Description", first_sentence(one.entry.description, 400));
  add("Safety", std::string(verdict_word(page.judgement.safety)));
  add("Safety findings", findings(page.judgement, true));
  add("Other findings", findings(page.judgement, false));
  add("Specification", page.judgement.valid ? "conforms" : "does not conform");
  add("Agents that load it", agents(page.judgement));
  add("Tokens, listed", grouped(tokens.listing.rule));
  add("Tokens, SKILL.md", grouped(tokens.skill.rule));
  add("Tokens, references", tokens.references.rule == 0 ? "" : grouped(tokens.references.rule));
  add("Words", grouped(page.facts.words));
  add("Files", grouped(page.skill.files.size()));
  add("Licence", page.licence);
  add("Tools in advance", tools(page.facts.permissions));
  add("Commands", some(one.entry.commands));
  add("Hosts", some(one.entry.hosts));
  add("Credentials", credentials(page.facts));
  add("Run when loaded", page.facts.dynamic.empty() ? "" : counted(page.facts.dynamic.size(), "command"));
  add("Steps", steps(page));
  add("Never named", page.facts.orphans.empty() ? "" : counted(page.facts.orphans.size(), "file"));
  add("Last change", one.entry.updated);
  return one;
}

Comparison compare_skills(std::vector<ComparedSkill> skills) {
  Comparison comparison;
  for (std::size_t row = 0; !skills.empty() && row < skills.front().values.size(); ++row) {
    ComparisonRow line;
    line.label = skills.front().values[row].first;
    line.verdict = line.label == "Safety";
    bool any = false;
    for (const ComparedSkill& skill : skills) {
      const std::string& cell = skill.values[row].second;
      any = any || !cell.empty();
      line.differs = line.differs || cell != skills.front().values[row].second;
      line.cells.push_back(cell);
    }
    if (any) comparison.rows.push_back(std::move(line));
  }
  std::vector<Trigger> triggers;
  for (ComparedSkill& skill : skills) {
    triggers.push_back({skill.entry.path, skill.entry.name, skill.entry.description});
    comparison.skills.push_back(std::move(skill.entry));
  }
  const std::vector<SkillEntry>& entries = comparison.skills;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    for (std::size_t j = i + 1; j < entries.size(); ++j) {
      ComparisonPair pair{i, j, entries[i].digest == entries[j].digest, {}, 0, {}};
      if (entries[i].sketched && entries[j].sketched)
        pair.text = static_cast<std::uint64_t>(likeness(entries[i], entries[j]) * 100);
      for (const Collision& one : find_collisions({triggers[i], triggers[j]}, 0)) {
        pair.trigger = static_cast<std::uint64_t>(one.likeness * 100);
        pair.common = one.shared;
      }
      comparison.pairs.push_back(std::move(pair));
    }
  }
  return comparison;
}

std::string comparison_json(const Comparison& comparison) {
  JsonWriter json;
  json.begin_object().member("version", std::uint64_t{1}).key("skills").begin_array();
  for (std::size_t i = 0; i < comparison.skills.size(); ++i) {
    const SkillEntry& skill = comparison.skills[i];
    json.begin_object().member("name", skill.name).member("path", skill.path).member("title", skill.title);
    json.member("safety", skill.verdict).member("licence", skill.licence).member("tokens", skill.tokens);
    json.member("listing", skill.listing).member("files", skill.files).member("digest", skill.digest);
    json.key("agents").begin_array();
    for (const std::string_view agent : skill.loads) json.string(agent);
    json.end_array().key("commands").begin_array();
    for (const std::string& command : skill.commands) json.string(command);
    json.end_array().key("hosts").begin_array();
    for (const std::string& host : skill.hosts) json.string(host);
    json.end_array().end_object();
  }
  json.end_array().key("rows").begin_array();
  for (const ComparisonRow& row : comparison.rows) {
    json.begin_object().member("label", row.label).member("differs", row.differs).key("cells").begin_array();
    for (const std::string& cell : row.cells) json.string(cell);
    json.end_array().end_object();
  }
  json.end_array().key("pairs").begin_array();
  for (const ComparisonPair& pair : comparison.pairs) {
    json.begin_object().member("first", comparison.skills[pair.first].path);
    json.member("second", comparison.skills[pair.second].path).member("copies", pair.copies);
    json.key("text_percent");
    pair.text ? json.number(*pair.text) : json.null();
    json.member("trigger_percent", pair.trigger).key("common").begin_array();
    for (const std::string& term : pair.common) json.string(term);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take() + "\n";
}

std::string comparison_html(const Comparison& comparison, std::string_view version) {
  PageData skills = PageData::list();
  std::vector<std::string> titles;
  for (const SkillEntry& skill : comparison.skills) {
    skills.add(PageData().set("title", skill.title).set("path", skill.path));
    titles.push_back(skill.title);
  }
  PageData rows = PageData::list();
  for (const ComparisonRow& row : comparison.rows) {
    PageData cells = PageData::list();
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      cells.add(
          PageData().set("text", row.cells[i]).set("verdict_class", row.verdict ? comparison.skills[i].verdict : ""));
    rows.add(PageData().set("label", row.label).set("differs", row.differs).set("cells", std::move(cells)));
  }
  PageData pairs = PageData::list();
  for (const ComparisonPair& pair : comparison.pairs) {
    pairs.add(PageData()
                  .set("first", comparison.skills[pair.first].title)
                  .set("second", comparison.skills[pair.second].title)
                  .set("copies", pair.copies)
                  .set("text", pair.text ? format("{}", *pair.text) : std::string())
                  .set("trigger", format("{}", pair.trigger))
                  .set("competes", static_cast<double>(pair.trigger) >= k_collision * 100)
                  .set("common", listed(pair.common)));
  }
  const std::string_view style = page_file("style.css");
  PageData view;
  view.set("title", listed(titles)).set("version", version).set("style", style);
  view.set("policy", page_policy(style));
  view.set("skills", std::move(skills)).set("rows", std::move(rows)).set("pairs", std::move(pairs));
  return fill_template("compare.html", view, Markup::html);
}

}  // namespace skillstow
