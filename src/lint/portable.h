#pragma once

#include <vector>

#include "agents/predict.h"
#include "model/diagnostic.h"
#include "model/skill.h"
#include "rules/rule.h"

namespace skillstow {

// What agents do with the skill for causes that none of `findings` names: `portable-load` where one that reads the
// place leaves the skill out, `portable-text` where one reads another name, description or body than is written. The
// help names the form that all of them read alike. Author's own wishes (`disable-model-invocation` and its kin) and
// folders that an agent does not read are no findings.
void report_portability(const Skill& skill, const std::vector<AgentVerdict>& verdicts,
                        const std::vector<Diagnostic>& findings, Report& report);

}  // namespace skillstow
