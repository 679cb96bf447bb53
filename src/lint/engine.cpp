#include "lint/engine.h"

#include <algorithm>

#include "lint/fingerprint.h"
#include "lint/portable.h"
#include "lint/suppressions.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"
#include "safety/scan.h"
#include "structure/structure_check.h"

namespace skillstow {
namespace {

// The specification speaks of the metadata, the files and that there are instructions; the rest is advice, safety, or
// what a team asked for.
bool touches_validity(const Diagnostic& finding) {
  if (finding.severity != Severity::error) return false;
  return finding.category == Category::frontmatter || finding.category == Category::files ||
         finding.category == Category::body;
}

// What a team chose: findings that are off, for agents that it does not use, or of another weight.
void apply_settings(const Settings& settings, std::vector<Diagnostic>& findings) {
  const auto is_out = [&](const Diagnostic& finding) {
    if (finding.category == Category::safety) return false;
    if (!settings.is_on(finding.rule)) return true;
    return !finding.agents.empty() && std::none_of(finding.agents.begin(), finding.agents.end(),
                                                   [&](std::string_view agent) { return settings.judges(agent); });
  };
  findings.erase(std::remove_if(findings.begin(), findings.end(), is_out), findings.end());
  for (Diagnostic& finding : findings) {
    const auto choice = settings.rules.find(finding.rule);
    if (choice != settings.rules.end() && choice->second.severity) finding.severity = *choice->second.severity;
  }
}

void accept(const Baseline& baseline, Judgement& judgement) {
  std::vector<Diagnostic>& findings = judgement.findings;
  const auto kept = std::stable_partition(findings.begin(), findings.end(),
                                          [&](const Diagnostic& finding) { return !baseline.accepts(finding); });
  for (auto at = kept; at != findings.end(); ++at) judgement.accepted.push_back(std::move(at->fingerprint));
  findings.erase(kept, findings.end());
}

}  // namespace

Judgement judge(const Skill& skill, const JudgeOptions& options) {
  static const Settings k_as_they_come;
  const Settings& settings = options.settings ? *options.settings : k_as_they_come;
  Judgement judgement;
  std::vector<Diagnostic>& findings = judgement.findings;
  Report report(skill);
  report.limits = settings.limits;
  run_rules(skill, report);
  findings = std::move(report.diagnostics());
  if (options.safety) {
    scan_skill(skill, findings, [&report](const SourceFile& file) {
      const Document* document = report.facts().documents().find(file.path);
      return document ? document->markdown : nullptr;
    });
    judgement.safety = safety_verdict(findings);
  }
  if (options.structure) {
    std::vector<Diagnostic> breaches = check_structure(*options.structure, skill);
    std::move(breaches.begin(), breaches.end(), std::back_inserter(findings));
  }
  judgement.valid = std::none_of(findings.begin(), findings.end(), touches_validity);
  if (options.agents) {
    judgement.agents = predict(skill, options.placement);
    std::erase_if(judgement.agents, [&](const AgentVerdict& verdict) { return !settings.judges(verdict.agent); });
  }
  report.diagnostics().clear();
  if (options.only_safety) {
    std::erase_if(findings, [](const Diagnostic& finding) { return finding.category != Category::safety; });
  } else {
    // What is not even valid has its findings; that agents go different ways over it needs no further one.
    if (judgement.valid) report_portability(skill, judgement.agents, findings, report);
    std::move(report.diagnostics().begin(), report.diagnostics().end(), std::back_inserter(findings));
    report.diagnostics().clear();
    judgement.suppressed = apply_suppressions(skill, settings, report, findings);
    std::move(report.diagnostics().begin(), report.diagnostics().end(), std::back_inserter(findings));
  }
  apply_settings(settings, findings);
  sort_diagnostics(findings);
  set_fingerprints(findings, skill, options.identity);
  if (options.baseline) accept(*options.baseline, judgement);
  return judgement;
}

}  // namespace skillstow
