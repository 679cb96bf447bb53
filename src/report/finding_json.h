#pragma once

#include "agents/predict.h"
#include "base/json.h"
#include "facts/tokens.h"
#include "model/diagnostic.h"
#include "report/reporter.h"

// The objects of the JSON outputs that several commands share.
namespace skillstow {

void write_finding(JsonWriter& json, const Diagnostic& finding);
void write_tokens(JsonWriter& json, const TokenCount& tokens);                 // { "rule", "estimate" }
void write_agents(JsonWriter& json, const std::vector<AgentVerdict>& agents);  // { "codex": { "loads", … }, … }

// One skill of `check --format json`.
void write_skill(JsonWriter& json, const SkillResult& result);

}  // namespace skillstow
