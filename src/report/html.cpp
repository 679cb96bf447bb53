#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/policy.h"
#include "markup/template.h"
#include "report/affected.h"
#include "report/excerpt.h"
#include "report/reporter.h"
#include "report/totals.h"

// One page that stands alone: it asks the network for nothing, runs no script, and its policy allows only its own style
// sheet. The templates escape all that they are given.
namespace skillstow {
namespace {

constexpr std::size_t k_columns = 100;  // of a source line

std::string begin(const ReportStyle& /*style*/) {
  const std::string_view style = page_file("check.css");
  PageData view;
  view.set("style", style);
  view.set("policy", page_policy(style));
  return fill_template("check_head.html", view, Markup::html);
}

PageData finding_data(const Diagnostic& finding, const std::string& path, Excerpts* excerpts,
                      std::string_view folder = {}) {
  std::string place = path;
  if (finding.location.begin.line > 0)
    place += format(":{}:{}", finding.location.begin.line, finding.location.begin.column);
  const std::optional<Excerpt> excerpt = excerpts ? excerpts->of(finding, k_columns) : std::nullopt;
  PageData steps = PageData::list();
  for (const Related& one : finding.related) {
    steps.add(PageData()
                  .set("step_place", format("{}:{}:{}", join_path(folder, one.location.file), one.location.begin.line,
                                            one.location.begin.column))
                  .set("step", one.message));
  }
  return PageData()
      .set("has_steps", !steps.empty())
      .set("steps", std::move(steps))
      .set("severity", name_of(finding.severity))
      .set("place", place)
      .set("rule", finding.rule)
      .set("risk", finding.risk == Risk::none ? "" : name_of(finding.risk))
      .set("message", finding.message)
      .set("has_excerpt", excerpt.has_value())
      .set("before", excerpt ? excerpt->before : "")
      .set("marked", excerpt ? excerpt->marked : "")
      .set("after", excerpt ? excerpt->after : "")
      .set("help", finding.help);
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  const Judgement& judgement = result.judgement;
  const auto loads = std::count_if(judgement.agents.begin(), judgement.agents.end(),
                                   [](const AgentVerdict& verdict) { return verdict.loads; });
  PageData affected = PageData::list();
  for (const Affected& one : affected_agents(judgement)) affected.add(PageData().set("text", one.text));
  Excerpts excerpts(result.skill);
  PageData findings = PageData::list();
  for (const Diagnostic& finding : judgement.findings)
    findings.add(finding_data(finding, file_path_of(finding, result.skill), &excerpts, result.skill.path));
  PageData view;
  view.set("path", result.skill.path);
  view.set("valid", judgement.valid ? "valid" : "not valid").set("valid_class", judgement.valid ? "pass" : "fail");
  view.set("safety", judgement.safety);
  view.set("tokens", grouped(result.tokens.rule)).set("listing", grouped(result.listing.rule));
  view.set("loads", judgement.agents.empty() ? std::string()
                                             : format("loads in {} of {} agents", loads, judgement.agents.size()));
  view.set("affected", std::move(affected)).set("any", !findings.empty()).set("findings", std::move(findings));
  return {fill_template("check_skill.html", view, Markup::html)};
}

std::string end(const RunResult& run, const ReportStyle& style) {
  PageData findings = PageData::list();
  for (const Diagnostic& finding : run.findings)
    findings.add(finding_data(finding, normal_path(finding.location.file), nullptr));
  PageData skipped = PageData::list();
  for (const Skipped& skip : run.skipped) {
    skipped.add(PageData()
                    .set("skip", skip.failed ? "unreadable" : "skipped")
                    .set("skip_class", skip.failed ? "error" : "dim")
                    .set("path", skip.path)
                    .set("reason", skip.reason));
  }
  PageData view;
  view.set("any", !findings.empty()).set("findings", std::move(findings));
  view.set("has_skipped", !skipped.empty()).set("skipped", std::move(skipped));
  view.set("totals", totals_text(run.collection)).set("version", style.version);
  return fill_template("check_end.html", view, Markup::html);
}

}  // namespace

extern const Reporter html_reporter;
const Reporter html_reporter = {"html", "one page that stands alone", begin, skill, "", end};

}  // namespace skillstow
