#include "base/text.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/unicode.h"
#include "report/affected.h"
#include "report/excerpt.h"
#include "report/paint.h"
#include "report/reporter.h"
#include "report/totals.h"
#include "report/wrap.h"

// The report for people: one line about each skill, its findings with the line they are in, and a summary.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return {}; }

// A paragraph that starts `indent` columns in and goes on further in. Only a terminal gets it on several lines: whoever
// searches a file or a pipe looks for whole ones.
std::string paragraph(std::string_view text, std::size_t indent, const ReportStyle& style) {
  const std::string blanks(indent, ' ');
  if (!style.wrap) return format("{}{}\n", blanks, text);
  return wrapped(text, style.width, blanks, std::max<std::size_t>(indent, 2) + 2);
}

Paint paint_of(Severity severity) {
  if (severity == Severity::error) return Paint::red;
  return severity == Severity::warning ? Paint::yellow : Paint::cyan;
}

// The source line with the place marked below it.
std::string excerpt_text(const Excerpt& excerpt, const Diagnostic& finding, const ReportStyle& style) {
  const std::string number = std::to_string(finding.location.begin.line);
  const std::string gutter(number.size(), ' ');
  const std::string marks(std::max<std::size_t>(terminal_width(excerpt.marked), 1), '^');
  return format("    {} {} {}{}{}\n    {} {} {}{}\n", painted(number, Paint::dim, style.color),
                painted("|", Paint::dim, style.color), excerpt.before, excerpt.marked, excerpt.after, gutter,
                painted("|", Paint::dim, style.color), std::string(terminal_width(excerpt.before), ' '),
                painted(marks, paint_of(finding.severity), style.color));
}

std::string finding_text(const Diagnostic& finding, const std::string& place, Excerpts* excerpts,
                         const ReportStyle& style, std::string_view folder = {}) {
  std::string where = place;
  if (finding.location.begin.line > 0)
    where += format(":{}:{}", finding.location.begin.line, finding.location.begin.column);
  std::string text =
      format("{}: {}", visible(where), painted(name_of(finding.severity), paint_of(finding.severity), style.color));
  if (finding.risk != Risk::none) text += format(" ({} risk)", name_of(finding.risk));
  text += format(": {} {}", visible(finding.message), painted(format("[{}]", finding.rule), Paint::dim, style.color));
  text = paragraph(text, 2, style);
  if (excerpts) {
    const auto excerpt = excerpts->of(finding, std::max<std::size_t>(style.width, 40) - 12);
    if (excerpt) text += excerpt_text(*excerpt, finding, style);
  }
  for (const Related& one : finding.related) {
    text += paragraph(format("{}:{}:{}: {}", visible(join_path(folder, one.location.file)), one.location.begin.line,
                             one.location.begin.column, visible(one.message)),
                      4, style);
  }
  if (!finding.agents.empty()) {
    std::vector<std::string> agents(finding.agents.begin(), finding.agents.end());
    text += paragraph("concerns: " + join(agents, ", "), 4, style);
  }
  if (!finding.help.empty())
    text += paragraph(format("{} {}", painted("help:", Paint::bold, style.color), visible(finding.help)), 4, style);
  return text;
}

// "loads in 6 of 6 agents", or who does not load it.
std::string agents_text(const Judgement& judgement) {
  std::vector<std::string> lost;
  std::size_t loads = 0;
  for (const AgentVerdict& verdict : judgement.agents) {
    if (verdict.loads) {
      ++loads;
    } else {
      lost.emplace_back(verdict.agent);
    }
  }
  std::string text = format("loads in {} of {} agents", loads, judgement.agents.size());
  if (!lost.empty()) text += format(" (not {})", join(lost, ", "));
  return text;
}

SkillReport skill(const SkillResult& result, const ReportStyle& style) {
  const Judgement& judgement = result.judgement;
  std::vector<Affected> affected = affected_agents(judgement);
  const bool unnamed = std::any_of(affected.begin(), affected.end(), [](const Affected& one) { return !one.named; });
  if (judgement.findings.empty() && !unnamed && !style.list_clean) return {};
  std::string text =
      format("{}  {} · {} · {} tokens, {} of them always in the listing",
             painted(visible(result.skill.path), Paint::bold, style.color),
             painted(judgement.valid ? "valid" : "not valid", judgement.valid ? Paint::green : Paint::red, style.color),
             painted(format("safety {}", judgement.safety),
                     judgement.safety == "pass"   ? Paint::green
                     : judgement.safety == "fail" ? Paint::red
                                                  : Paint::yellow,
                     style.color),
             grouped(result.tokens.rule), grouped(result.listing.rule));
  if (!judgement.agents.empty()) text += " · " + agents_text(judgement);
  text = paragraph(text, 0, style);
  Excerpts excerpts(result.skill);
  const std::string label = painted("agents:", Paint::bold, style.color);
  for (const Diagnostic& finding : judgement.findings) {
    const std::string place =
        finding.location.file.empty() ? result.skill.path : join_path(result.skill.path, finding.location.file);
    text += finding_text(finding, place, &excerpts, style, result.skill.path);
    // Whom it concerns: once, below the first finding of the rule.
    for (Affected& one : affected) {
      if (one.rule != finding.rule || one.text.empty()) continue;
      text += paragraph(format("{} {}", label, visible(one.text)), 4, style);
      one.text.clear();
    }
  }
  for (const Affected& one : affected) {
    if (!one.text.empty()) text += paragraph(format("{} {}", label, visible(one.text)), 2, style);
  }
  return {std::move(text)};
}

std::string end(const RunResult& run, const ReportStyle& style) {
  std::string text;
  if (!run.findings.empty()) text += painted("the skills together", Paint::bold, style.color) + "\n";
  for (const Diagnostic& finding : run.findings) text += finding_text(finding, finding.location.file, nullptr, style);
  for (const Skipped& skip : run.skipped) text += paragraph(skipped_text(skip, style), 0, style);
  return text + paragraph(totals_text(run.collection), 0, style);
}

}  // namespace

extern const Reporter text_reporter;
const Reporter text_reporter = {"text", "for people: findings with the line they are in", begin, skill, "", end, true};

}  // namespace skillstow
