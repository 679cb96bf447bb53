#include <algorithm>

#include "base/json.h"
#include "base/path.h"
#include "report/reporter.h"
#include "report/totals.h"

// GitLab's Code Quality report: an array of issues, which merge requests show beside the code.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return "["; }

std::string_view severity_of(const Diagnostic& finding) {
  if (finding.risk == Risk::critical) return "blocker";
  if (finding.risk == Risk::high) return "critical";
  switch (finding.severity) {
    case Severity::error:
      return "major";
    case Severity::warning:
      return "minor";
    case Severity::note:
      break;
  }
  return "info";
}

// An issue needs a line: what concerns a whole file stands at its first.
std::string issue(const Diagnostic& finding, std::string_view path) {
  const std::uint64_t first = std::max<std::uint64_t>(finding.location.begin.line, 1);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object()
      .member("description", message_and_help(finding))
      .member("check_name", finding.rule)
      .member("fingerprint", finding.fingerprint)
      .member("severity", severity_of(finding))
      .key("location")
      .begin_object()
      .member("path", path)
      .key("lines")
      .begin_object()
      .member("begin", first)
      .member("end", std::max<std::uint64_t>(finding.location.end.line, first))
      .end_object()
      .end_object()
      .end_object();
  return json.take();
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  std::string text;
  for (const Diagnostic& finding : result.judgement.findings) {
    text += (text.empty() ? "\n  " : ",\n  ") + issue(finding, file_path_of(finding, result.skill));
  }
  return {std::move(text)};
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  std::string text;
  bool any = run.any_text;
  for (const Diagnostic& finding : run.findings) {
    text += (any ? ",\n  " : "\n  ") + issue(finding, normal_path(finding.location.file));
    any = true;
  }
  return text + (any ? "\n]\n" : "]\n");
}

}  // namespace

extern const Reporter gitlab_reporter;
const Reporter gitlab_reporter = {"gitlab", "GitLab's Code Quality report", begin, skill, ",", end};

}  // namespace skillstow
