#include "lint/engine.h"

#include <algorithm>

#include "rules/rule.h"
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

}  // namespace

Judgement judge(const Skill& skill, const JudgeOptions& options) {
  Judgement judgement;
  if (options.rules) {
    Report report(skill);
    for (const Rule* rule : all_rules()) {
      if (!rule->check) continue;
      report.rule = rule;
      rule->check(skill, report);
    }
    judgement.findings = std::move(report.diagnostics());
  }
  if (options.safety) {
    scan_skill(skill, judgement.findings);
    judgement.safety = safety_verdict(judgement.findings);
  }
  if (options.structure) {
    std::vector<Diagnostic> breaches = check_structure(*options.structure, skill);
    std::move(breaches.begin(), breaches.end(), std::back_inserter(judgement.findings));
  }
  judgement.valid = std::none_of(judgement.findings.begin(), judgement.findings.end(), touches_validity);
  if (options.agents) judgement.agents = predict(skill, options.placement);
  sort_diagnostics(judgement.findings);
  return judgement;
}

}  // namespace skillstow
