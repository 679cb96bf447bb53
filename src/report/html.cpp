#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/escape.h"
#include "markup/policy.h"
#include "report/affected.h"
#include "report/excerpt.h"
#include "report/reporter.h"
#include "report/totals.h"

// One page that stands alone: it asks the network for nothing, runs no script, and its policy allows only its own style
// sheet. All text of skills is escaped (markup/escape.h).
namespace skillstow {
namespace {

constexpr std::size_t k_columns = 100;  // of a source line

constexpr std::string_view k_style = R"CSS(
:root { color-scheme: light dark; --ink: #1c1f23; --dim: #5c6570; --paper: #fff; --card: #f6f7f9; --line: #d9dee4;
  --error: #b3261e; --warning: #8a5a00; --note: #0b5cad; --good: #1a6b33; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ed; --dim: #9aa4b0; --paper: #14171a; --card: #1d2126; --line: #343b43;
    --error: #ff8a80; --warning: #f0b54a; --note: #7ab8ff; --good: #6fd08c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 70rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; display: flex; flex-direction: column; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; order: -2; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
.totals { order: -1; margin: 0 0 1rem; font-weight: 600; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 0 0 1rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: .5rem 0 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: .6rem 0 .3rem; }
code, pre, .place { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { margin: .4rem 0; padding: .4rem .6rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: .3rem; white-space: pre-wrap; }
mark { background: none; color: inherit; border-bottom: 2px solid currentColor; font-weight: 700; }
.dim { color: var(--dim); } .error, .fail { color: var(--error); } .warning, .notes { color: var(--warning); }
.note { color: var(--note); } .pass { color: var(--good); }
b { font-weight: 600; }
)CSS";

std::string begin(const ReportStyle& /*style*/) {
  return format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; "
      "base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Agent skills: what was found</title>\n<style>{}</style>\n</head>\n<body>\n<h1>Agent skills</h1>\n",
      policy_hash(k_style), k_style);
}

std::string shown(std::string_view text) { return markup_escaped(visible(text)); }

std::string finding_of(const Diagnostic& finding, const std::string& path, Excerpts* excerpts) {
  std::string place = path;
  if (finding.location.begin.line > 0)
    place += format(":{}:{}", finding.location.begin.line, finding.location.begin.column);
  std::string text =
      format("<li><p><b class=\"{0}\">{0}</b> <span class=\"place\">{1}</span> <code class=\"dim\">{2}</code>",
             name_of(finding.severity), shown(place), shown(finding.rule));
  if (finding.risk != Risk::none) text += format(" <span class=\"dim\">{} risk</span>", name_of(finding.risk));
  text += format("</p>\n<p>{}</p>\n", shown(finding.message));
  if (const auto excerpt = excerpts ? excerpts->of(finding, k_columns) : std::nullopt) {
    text += format("<pre>{}<mark>{}</mark>{}</pre>\n", markup_escaped(excerpt->before), markup_escaped(excerpt->marked),
                   markup_escaped(excerpt->after));
  }
  if (!finding.help.empty()) text += format("<p class=\"dim\"><b>Help:</b> {}</p>\n", shown(finding.help));
  return text + "</li>\n";
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  const Judgement& judgement = result.judgement;
  const auto loads = std::count_if(judgement.agents.begin(), judgement.agents.end(),
                                   [](const AgentVerdict& verdict) { return verdict.loads; });
  std::string text = format("<section>\n<h2>{}</h2>\n<p><b class=\"{}\">{}</b> · <b class=\"{}\">safety {}</b> · ",
                            shown(result.skill.path), judgement.valid ? "pass" : "fail",
                            judgement.valid ? "valid" : "not valid", judgement.safety, judgement.safety);
  text +=
      format("{} tokens, {} of them always in the listing", grouped(result.tokens.rule), grouped(result.listing.rule));
  if (!judgement.agents.empty()) text += format(" · loads in {} of {} agents", loads, judgement.agents.size());
  text += "</p>\n";
  for (const Affected& one : affected_agents(judgement)) text += format("<p><b>Agents:</b> {}</p>\n", shown(one.text));
  Excerpts excerpts(result.skill);
  std::string findings;
  for (const Diagnostic& finding : judgement.findings)
    findings += finding_of(finding, file_path_of(finding, result.skill), &excerpts);
  text += findings.empty() ? "<p class=\"dim\">No findings.</p>\n" : "<ul>\n" + findings + "</ul>\n";
  return {text + "</section>\n"};
}

std::string end(const RunResult& run, const ReportStyle& style) {
  std::string text;
  std::string findings;
  for (const Diagnostic& finding : run.findings)
    findings += finding_of(finding, normal_path(finding.location.file), nullptr);
  if (!findings.empty()) text += "<section>\n<h2>All skills together</h2>\n<ul>\n" + findings + "</ul>\n</section>\n";
  std::string skipped;
  for (const Skipped& skip : run.skipped) {
    skipped += format("<li><p><b class=\"{}\">{}</b> <span class=\"place\">{}</span>: {}</p></li>\n",
                      skip.failed ? "error" : "dim", skip.failed ? "unreadable" : "skipped", shown(skip.path),
                      shown(skip.reason));
  }
  if (!skipped.empty()) text += "<section>\n<h2>Passed over</h2>\n<ul>\n" + skipped + "</ul>\n</section>\n";
  text += format("<p class=\"totals\">{}</p>\n", shown(totals_text(run.collection)));
  text += format("<footer class=\"dim\">Written by skillstow{}</footer>\n",
                 style.version.empty() ? std::string() : format(" {}", shown(style.version)));
  return text + "</body>\n</html>\n";
}

}  // namespace

extern const Reporter html_reporter;
const Reporter html_reporter = {"html", "one page that stands alone", begin, skill, "", end};

}  // namespace skillstow
