#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/escape.h"
#include "report/reporter.h"
#include "report/totals.h"

// Workflow commands of GitHub Actions, which show each finding beside the changed lines of a pull request.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return {}; }

std::string_view command_of(Severity severity) {
  if (severity == Severity::error) return "error";
  return severity == Severity::warning ? "warning" : "notice";
}

std::string message_of(const Diagnostic& finding) {
  std::string text = visible(finding.message);
  if (!finding.help.empty()) text += "\nhelp: " + visible(finding.help);
  return workflow_message(text);
}

std::string command(std::string_view name, std::string_view file, std::string_view place, std::string_view title,
                    std::string_view message) {
  std::string text = format("::{} ", name);
  if (!file.empty()) text += format("file={}{},", workflow_property(file), place);
  return text + format("title={}::{}\n", workflow_property(title), message);
}

// Columns are taken only where the place is within one line.
std::string place_of(const Location& location) {
  if (location.begin.line == 0) return {};
  if (location.begin.line != location.end.line)
    return format(",line={},endLine={}", location.begin.line, std::max(location.end.line, location.begin.line));
  return format(",line={},col={},endLine={},endColumn={}", location.begin.line, location.begin.column,
                location.end.line, location.end.column);
}

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  std::string text;
  for (const Diagnostic& finding : result.judgement.findings) {
    text += command(command_of(finding.severity), file_path_of(finding, result.skill), place_of(finding.location),
                    finding.rule, message_of(finding));
  }
  return {std::move(text)};
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  std::string text;
  for (const Diagnostic& finding : run.findings) {
    text += command(command_of(finding.severity), normal_path(finding.location.file), place_of(finding.location),
                    finding.rule, message_of(finding));
  }
  for (const Skipped& skip : run.skipped) {
    text += command(skip.failed ? "error" : "notice", {}, {}, skip.failed ? "unreadable" : "skipped",
                    workflow_message(format("{}: {}", visible(skip.path), visible(skip.reason))));
  }
  if (run.collection.skills == 0) text += "::error title=nothing was checked::no SKILL.md was found\n";
  return text;
}

}  // namespace

extern const Reporter github_reporter;
const Reporter github_reporter = {"github", "annotations of GitHub Actions", begin, skill, "", end};

}  // namespace skillstow
