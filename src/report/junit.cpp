#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "markup/escape.h"
#include "report/reporter.h"
#include "report/totals.h"

// JUnit's XML, for CI systems that show tests: a suite for each skill, a case for each finding. Errors are failures.
// Warnings and notes are skipped cases: those are shown with their message and fail nothing.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return {}; }

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; at += part.size()) ++count;
  return count;
}

// The cases of one suite.
struct Suite {
  std::string cases;
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  std::uint64_t errors = 0;
  std::uint64_t skipped = 0;

  void add(std::string_view suite, std::string_view name, std::string_view file, std::string_view outcome,
           std::string_view type, std::string_view message, std::string_view text) {
    ++tests;
    cases += format("    <testcase classname=\"{}\" name=\"{}\"", markup_escaped(visible(suite)),
                    markup_escaped(visible(name)));
    if (!file.empty()) cases += format(" file=\"{}\"", markup_escaped(visible(file)));
    if (outcome.empty()) {
      cases += "/>\n";
      return;
    }
    cases += format(">\n      <{}", outcome);
    if (!type.empty()) cases += format(" type=\"{}\"", markup_escaped(type));
    cases += format(" message=\"{}\"", markup_escaped(visible(message)));
    cases += text.empty() ? std::string("/>\n") : format(">{}</{}>\n", markup_escaped(text), outcome);
    cases += "    </testcase>\n";
  }

  void add(std::string_view suite, const Diagnostic& finding, const std::string& file) {
    std::string place = finding.location.file.empty() ? std::string(".") : finding.location.file;
    if (finding.location.begin.line > 0)
      place += format(":{}:{}", finding.location.begin.line, finding.location.begin.column);
    const bool fails = finding.severity == Severity::error;
    ++(fails ? failures : skipped);
    std::string text = format("{}: {}: {}", visible(file), name_of(finding.severity), visible(finding.message));
    if (!finding.help.empty()) text += format("\nhelp: {}", visible(finding.help));
    add(suite, format("{} {}", finding.rule, place), file, fails ? "failure" : "skipped",
        fails ? finding.rule : std::string_view{}, format("{}: {}", name_of(finding.severity), finding.message), text);
  }

  std::string text(std::string_view name) const {
    return format(
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}  </testsuite>\n",
        markup_escaped(visible(name)), tests, failures, errors, skipped, cases);
  }
};

SkillReport skill(const SkillResult& result, const ReportStyle& /*style*/) {
  Suite suite;
  for (const Diagnostic& finding : result.judgement.findings)
    suite.add(result.skill.path, finding, file_path_of(finding, result.skill));
  if (result.judgement.findings.empty()) suite.add(result.skill.path, "no findings", {}, {}, {}, {}, {});
  return {{}, suite.text(result.skill.path)};  // held: the root's attributes count all that follow
}

std::string end(const RunResult& run, const ReportStyle& /*style*/) {
  std::string suites(run.held);
  Suite together;
  for (const Diagnostic& finding : run.findings)
    together.add("all skills together", finding, normal_path(finding.location.file));
  if (together.tests > 0) suites += together.text("all skills together");

  Suite places;
  for (const Skipped& skip : run.skipped) {
    ++(skip.failed ? places.errors : places.skipped);
    places.add("places", skip.path, {}, skip.failed ? "error" : "skipped",
               skip.failed ? std::string_view("unreadable") : std::string_view{}, skip.reason, {});
  }
  if (run.collection.skills == 0) {
    ++places.errors;
    places.add("places", "skills", {}, "error", "nothing-checked", "no SKILL.md was found: nothing was checked", {});
  }
  if (places.tests > 0) suites += places.text("places");

  // No text of others holds a "<" here, so what is counted are the elements.
  return format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"skillstow\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n{}</testsuites>\n",
      count_of(suites, "<testcase "), count_of(suites, "<failure "), count_of(suites, "<error "),
      count_of(suites, "<skipped "), suites);
}

}  // namespace

extern const Reporter junit_reporter;
const Reporter junit_reporter = {"junit", "tests for CI: a suite for each skill", begin, skill, "", end};

}  // namespace skillstow
