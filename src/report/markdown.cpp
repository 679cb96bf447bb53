#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/escape.h"
#include "report/affected.h"
#include "report/reporter.h"
#include "report/totals.h"

// A summary for a pull request or a job's page, in GitHub's and GitLab's Markdown: a table of the skills, then the
// findings of each, folded. Nothing of a skill's text is taken for Markdown (markup/escape.h).
namespace skillstow {
namespace {

// Comments are refused above 65,536 characters: of one skill so many findings are shown, errors first.
constexpr std::size_t k_most_findings = 50;

std::string begin(const ReportStyle& /*style*/) { return "## Agent skills\n\n"; }

std::string verdict_of(const Judgement& judgement) {
  std::uint64_t counts[3] = {};
  for (const Diagnostic& finding : judgement.findings) ++counts[static_cast<std::size_t>(finding.severity)];
  std::string text = judgement.valid ? "✅ valid" : "❌ not valid";
  if (counts[2] > 0) text += format(", {}", counted(counts[2], "error"));
  if (counts[1] > 0) text += format(", {}", counted(counts[1], "warning"));
  if (counts[0] > 0) text += format(", {}", counted(counts[0], "note"));
  return text;
}

std::string safety_of(std::string_view verdict) {
  return format("{} {}", verdict == "pass" ? "✅" : verdict == "fail" ? "❌" : "⚠️", verdict);
}

std::string agents_of(const Judgement& judgement) {
  std::size_t loads = 0;
  std::vector<std::string> lost;
  for (const AgentVerdict& verdict : judgement.agents) {
    if (verdict.loads) {
      ++loads;
    } else {
      lost.push_back(markdown_code(verdict.agent));
    }
  }
  if (judgement.agents.empty()) return "not judged";
  std::string text = format("{} of {}", loads, judgement.agents.size());
  if (!lost.empty()) text += format(", not {}", join(lost, ", "));
  return text;
}

std::string finding_of(const Diagnostic& finding, const std::string& path, std::string_view folder = {}) {
  std::string place = path;
  if (finding.location.begin.line > 0) place += format(":{}", finding.location.begin.line);
  std::string text = format("- **{}** {} {}: {}", name_of(finding.severity), markdown_code(place),
                            markdown_code(finding.rule), markdown_escaped(finding.message));
  if (finding.risk != Risk::none) text += format(" ({} risk)", name_of(finding.risk));
  text += '\n';
  if (!finding.help.empty()) text += format("  <br>*Help:* {}\n", markdown_escaped(finding.help));
  for (const Related& one : finding.related) {
    text += format("  - {}: {}\n",
                   markdown_code(format("{}:{}", join_path(folder, one.location.file), one.location.begin.line)),
                   markdown_escaped(one.message));
  }
  return text;
}

std::string details_of(const SkillResult& result) {
  const Judgement& judgement = result.judgement;
  std::string text;
  std::vector<const Diagnostic*> findings;
  for (const Diagnostic& finding : judgement.findings) findings.push_back(&finding);
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Diagnostic* a, const Diagnostic* b) { return a->severity > b->severity; });
  for (std::size_t i = 0; i < findings.size() && i < k_most_findings; ++i)
    text += finding_of(*findings[i], file_path_of(*findings[i], result.skill), result.skill.path);
  if (findings.size() > k_most_findings) text += format("- … and {} more\n", findings.size() - k_most_findings);
  for (const Affected& one : affected_agents(judgement)) text += format("- *Agents:* {}\n", markdown_escaped(one.text));
  if (text.empty()) return {};
  return format("\n<details>\n<summary><code>{}</code>: {}</summary>\n\n{}\n</details>\n",
                markup_escaped(visible(result.skill.path)),
                findings.empty() ? std::string("agents differ") : counted(findings.size(), "finding"), text);
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  std::string row = format("| {} | {} | {} | {} | {} (listing {}) |\n", markdown_code(result.skill.path),
                           verdict_of(result.judgement), safety_of(result.judgement.safety),
                           agents_of(result.judgement), grouped(result.tokens.rule), grouped(result.listing.rule));
  return {std::move(row), details_of(result),
          "| skill | verdict | safety | agents that load it | tokens |\n|---|---|---|---|---|\n"};
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  std::string text = run.any_text ? "\n" : "";
  text += format("**{}**\n", totals_text(run.collection)) + std::string(run.held);
  std::string rest;
  for (const Diagnostic& finding : run.findings) rest += finding_of(finding, normal_path(finding.location.file));
  if (!rest.empty()) text += "\n### All skills together\n\n" + rest;
  rest.clear();
  for (const Skipped& skip : run.skipped) {
    rest += format("- **{}** {}: {}\n", skip.failed ? "unreadable" : "skipped", markdown_code(skip.path),
                   markdown_escaped(skip.reason));
  }
  if (!rest.empty()) {
    text += format("\n<details>\n<summary>{} passed over</summary>\n\n{}\n</details>\n",
                   counted(run.skipped.size(), "place"), rest);
  }
  return text;
}

}  // namespace

extern const Reporter markdown_reporter;
const Reporter markdown_reporter = {"markdown", "a summary for a pull request", begin, skill, "", end};

}  // namespace skillstow
