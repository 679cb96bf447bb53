#include "report/finding_json.h"

namespace skillstow {

void write_finding(JsonWriter& json, const Diagnostic& finding) {
  json.begin_object()
      .member("rule", finding.rule)
      .member("category", name_of(finding.category))
      .member("severity", name_of(finding.severity));
  if (finding.risk != Risk::none) json.member("risk", name_of(finding.risk));
  json.member("file", finding.location.file)
      .member("line", std::uint64_t{finding.location.begin.line})
      .member("column", std::uint64_t{finding.location.begin.column})
      .member("end_line", std::uint64_t{finding.location.end.line})
      .member("end_column", std::uint64_t{finding.location.end.column})
      .member("message", finding.message)
      .member("help", finding.help)
      .member("fix", !finding.fixes.empty());
  if (!finding.fingerprint.empty()) json.member("fingerprint", finding.fingerprint);
  if (!finding.agents.empty()) {
    json.key("agents").begin_array();
    for (const std::string_view agent : finding.agents) json.string(agent);
    json.end_array();
  }
  if (!finding.related.empty()) {
    json.key("related").begin_array();
    for (const Related& one : finding.related) {
      json.begin_object()
          .member("file", one.location.file)
          .member("line", std::uint64_t{one.location.begin.line})
          .member("column", std::uint64_t{one.location.begin.column})
          .member("message", one.message)
          .end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void write_tokens(JsonWriter& json, const TokenCount& tokens) {
  json.begin_object().member("rule", tokens.rule).member("estimate", tokens.estimate).end_object();
}

void write_agents(JsonWriter& json, const std::vector<AgentVerdict>& agents) {
  json.begin_object();
  for (const AgentVerdict& verdict : agents) {
    json.key(verdict.agent).begin_object().member("loads", verdict.loads);
    json.key("name");
    verdict.loads ? json.string(verdict.name) : json.null();
    json.key("description");
    verdict.loads ? json.string(verdict.description) : json.null();
    json.key("changed").begin_array();
    for (const std::string_view what : verdict.changed) json.string(what);
    json.end_array().member("silent", verdict.silent).key("why").begin_array();
    for (const std::string_view rule : verdict.why) json.string(rule);
    json.end_array();
    if (!verdict.message.empty()) json.member("message", verdict.message);
    json.end_object();
  }
  json.end_object();
}

void write_skill(JsonWriter& json, const SkillResult& result) {
  json.begin_object().member("path", result.skill.path).key("name");
  const auto name = result.skill.name();
  name ? json.string(*name) : json.null();
  json.member("valid", result.judgement.valid).member("safety", result.judgement.safety).key("findings").begin_array();
  for (const Diagnostic& finding : result.judgement.findings) write_finding(json, finding);
  json.end_array().key("agents");
  write_agents(json, result.judgement.agents);
  json.end_object();
}

}  // namespace skillstow
