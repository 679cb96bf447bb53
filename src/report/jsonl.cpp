#include "base/json.h"
#include "report/finding_json.h"
#include "report/reporter.h"

// The skills of the JSON document, one a line, each written as soon as it is judged. There is no line for anything
// else, so that every line means the same.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return {}; }

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  JsonWriter json(JsonWriter::Style::compact);
  write_skill(json, result);
  return {json.take() + "\n"};
}

std::string end(const RunResult& /*run*/, const ReportStyle& /*style*/) { return {}; }

}  // namespace

extern const Reporter jsonl_reporter;
const Reporter jsonl_reporter = {"jsonl", "one skill a line, as it is judged, for pipes", begin, skill, "", end, false,
                                 true};

}  // namespace skillstow
