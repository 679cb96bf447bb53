#include "base/json.h"

#include "base/text.h"
#include "report/finding_json.h"
#include "report/reporter.h"

// The document of `check --format json`: one object, skills first, so that it can be written while skills are still
// checked.
namespace skillstow {
namespace {

std::string indented(std::string text, std::size_t blanks) {
  return replace_all(text, "\n", "\n" + std::string(blanks, ' '));
}

std::string begin(const ReportStyle& /*style*/) { return "{\n  \"version\": 1,\n  \"skills\": [\n    "; }

std::string skill(const SkillResult& result, const ReportStyle& /*style*/) {
  JsonWriter json;
  json.begin_object().member("path", result.skill.path).key("name");
  const auto name = result.skill.name();
  name ? json.string(*name) : json.null();
  json.member("valid", result.judgement.valid).member("safety", result.judgement.safety).key("findings").begin_array();
  for (const Diagnostic& finding : result.judgement.findings) write_finding(json, finding);
  json.end_array().key("agents");
  write_agents(json, result.judgement.agents);
  return indented(json.end_object().take(), 4);
}

std::string end(const Collection& collection, const std::vector<Diagnostic>& findings,
                const std::vector<Skipped>& skipped, const ReportStyle& /*style*/) {
  JsonWriter list;
  list.begin_array();
  for (const Diagnostic& finding : findings) write_finding(list, finding);
  list.end_array();
  JsonWriter left;
  left.begin_array();
  for (const Skipped& skip : skipped)
    left.begin_object().member("path", skip.path).member("reason", skip.reason).end_object();
  left.end_array();
  JsonWriter summary;
  summary.begin_object()
      .member("skills", collection.skills)
      .member("errors", collection.errors)
      .member("warnings", collection.warnings)
      .member("notes", collection.notes)
      .key("listing");
  write_tokens(summary, collection.listing);
  summary.end_object();
  return "\n  ],\n  \"findings\": " + indented(list.take(), 2) + ",\n  \"skipped\": " + indented(left.take(), 2) +
         ",\n  \"summary\": " + indented(summary.take(), 2) + "\n}\n";
}

}  // namespace

extern const Reporter json_reporter;
const Reporter json_reporter = {"json", "one document with everything, for scripts", begin, skill, ",\n    ", end};

}  // namespace skillstow
