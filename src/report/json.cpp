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

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  JsonWriter json;
  write_skill(json, result);
  return {indented(json.take(), 4)};
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  JsonWriter list;
  list.begin_array();
  for (const Diagnostic& finding : run.findings) write_finding(list, finding);
  list.end_array();
  JsonWriter left;
  left.begin_array();
  for (const Skipped& skip : run.skipped)
    left.begin_object().member("path", skip.path).member("reason", skip.reason).end_object();
  left.end_array();
  JsonWriter summary;
  summary.begin_object()
      .member("skills", run.collection.skills)
      .member("errors", run.collection.errors)
      .member("warnings", run.collection.warnings)
      .member("notes", run.collection.notes)
      .member("suppressed", run.collection.suppressed)
      .member("accepted", run.collection.accepted)
      .key("listing");
  write_tokens(summary, run.collection.listing);
  summary.end_object();
  return "\n  ],\n  \"findings\": " + indented(list.take(), 2) + ",\n  \"skipped\": " + indented(left.take(), 2) +
         ",\n  \"summary\": " + indented(summary.take(), 2) + "\n}\n";
}

}  // namespace

extern const Reporter json_reporter;
const Reporter json_reporter = {"json", "one document with everything, for scripts", begin, skill, ",\n    ", end};

}  // namespace skillstow
