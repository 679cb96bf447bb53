#include <algorithm>

#include "agents/agent.h"
#include "base/format.h"
#include "base/text.h"
#include "report/affected.h"
#include "report/paint.h"
#include "report/reporter.h"
#include "report/totals.h"
#include "report/wrap.h"

// A table for people: what each agent will do with each skill, and below it the reasons of those that differ.
namespace skillstow {
namespace {

constexpr std::size_t k_outcome = 8;  // columns of the widest word, "changed*"

std::string begin(const ReportStyle& /*style*/) { return {}; }

std::size_t width_of(std::string_view agent) { return std::max(agent.size(), k_outcome) + 2; }

Paint paint_of(const AgentVerdict& verdict) {
  if (!verdict.loads) return Paint::red;
  return verdict.changed.empty() ? Paint::green : Paint::yellow;
}

std::string head_of(const std::vector<AgentVerdict>& verdicts, bool color) {
  std::string line;
  for (const AgentVerdict& verdict : verdicts) line += padded(verdict.agent, width_of(verdict.agent));
  return painted(line + "skill", Paint::bold, color) + "\n";
}

// The agents' columns come first, so that a long path moves none of them. A skill that is alike everywhere is a row
// alone; the reasons of another are held until the table is whole.
SkillReport skill(const SkillResult& result, const ReportStyle& style) {
  const std::vector<AgentVerdict>& verdicts = result.judgement.agents;
  const std::string path = visible(result.skill.path);
  std::string row;
  for (const AgentVerdict& verdict : verdicts) {
    const std::string word = outcome_word(verdict);
    row += painted(word, paint_of(verdict), style.color) + std::string(width_of(verdict.agent) - word.size(), ' ');
  }
  row += path + "\n";
  std::string reasons;
  const bool alike = std::all_of(verdicts.begin(), verdicts.end(), [](const AgentVerdict& verdict) {
    return verdict.loads && verdict.changed.empty() && verdict.message.empty();
  });
  if (!alike) {
    reasons = "\n" + painted(path, Paint::bold, style.color) + "\n";
    for (const AgentVerdict& verdict : verdicts) {
      if (!verdict.message.empty()) {
        reasons += wrapped(visible(verdict.message), style.width, "  ");
      } else if (!verdict.changed.empty()) {
        const std::vector<std::string> changed(verdict.changed.begin(), verdict.changed.end());
        const Agent* agent = find_agent(verdict.agent);
        reasons += wrapped(format("{} shows another {}{}", agent ? agent->name : verdict.agent, join(changed, " and "),
                                  verdict.silent ? ", and says nothing" : ""),
                           style.width, "  ");
      }
    }
  }
  return {std::move(row), std::move(reasons), head_of(verdicts, style.color)};
}

std::string end(const RunResult& run, const ReportStyle& style) {
  std::string text;
  if (run.any_text) {
    text = "\n" + wrapped(
                      "loads: listed as it is written. changed: listed with another name, description or body. "
                      "drops: not listed. *: and the agent says nothing about it.",
                      style.width);
  }
  text += run.held;
  if (!text.empty()) text += "\n";
  for (const Skipped& skip : run.skipped) text += skipped_text(skip, style) + "\n";
  return text + totals_text(run.collection) + "\n";
}

}  // namespace

extern const Reporter matrix_reporter;
const Reporter matrix_reporter = {"matrix", "a table of skills and agents", begin, skill, "", end, true};

}  // namespace skillstow
