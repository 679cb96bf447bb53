#include "agents/agent.h"
#include "base/text.h"
#include "page/view_parts.h"
#include "page/wording.h"

namespace skillstow {
namespace {

std::string_view outcome_of(const AgentVerdict& verdict) {
  if (!verdict.loads) return "Dropped";
  return verdict.changed.empty() ? "Loads" : "Changed";
}

std::string_view class_of(const AgentVerdict& verdict) {
  if (!verdict.loads) return "fail";
  return verdict.changed.empty() ? "pass" : "notes";
}

std::string_view told(const AgentVerdict& verdict) {
  if (verdict.loads && verdict.changed.empty()) return "";
  return verdict.silent ? "Says nothing" : "Tells its user";
}

bool changed(const AgentVerdict& verdict, std::string_view what) {
  for (const std::string_view one : verdict.changed) {
    if (one == what) return true;
  }
  return false;
}

}  // namespace

void add_agents(const PageContext& page, PageData& view) {
  PageData list = PageData::list();
  for (const AgentVerdict& verdict : page.judgement.agents) {
    const Agent* agent = find_agent(verdict.agent);
    PageData row;
    row.set("agent", agent->name).set("id", agent->id).set("outcome", outcome_of(verdict));
    row.set("outcome_class", class_of(verdict)).set("told", told(verdict));
    row.set("message", own_words(verdict.message)).set("watched", agent->version);
    row.set("shown_name", changed(verdict, "name") ? own_words(verdict.name) : "");
    row.set("shown_description", changed(verdict, "description") ? visible(own_words(verdict.description), 300) : "");
    list.add(std::move(row));
  }
  view.set("agents", std::move(list));
}

}  // namespace skillstow
