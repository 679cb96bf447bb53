#include "commands/update_report.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/edits.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "report/finding_json.h"

namespace skillstow {
namespace {

bool is_refusal(const UpdateStep& step) {
  return step.state == UpdateState::modified || step.state == UpdateState::failed;
}

std::string_view word_of(const UpdateStep& step, bool dry_run) {
  if (!dry_run) return name_of(step.state);
  switch (step.state) {
    case UpdateState::updated:
      return "outdated";
    case UpdateState::restored:
      return "would restore";
    case UpdateState::removed:
      return "would remove";
    default:
      return name_of(step.state);
  }
}

std::string line_of(const Site& site, const UpdateStep& step, bool dry_run) {
  std::string line = format("{:<14} {}", word_of(step, dry_run), visible(site.shown(step.target)));
  if (step.state == UpdateState::updated && step.from != step.to)
    line += format("  {} -> {}", short_version(step.from), short_version(step.to));
  line += "\n";
  if (step.state == UpdateState::updated || step.state == UpdateState::restored) {
    for (const FileEdit& edit : step.files) line += format("  {}\n", in_words(edit));
  }
  return line;
}

void say_step(const UpdateReport& report, const UpdateStep& step, Io& io) {
  const std::string at = report.site->shown(step.target);
  if (is_refusal(step)) {
    say_refusal(io, at, step.message, step.findings.empty() ? step.help : "");
    for (const Diagnostic& finding : step.findings) {
      io.err(format("  {}:{}:{}: {} [{}]\n", visible(finding.location.file), finding.location.begin.line,
                    finding.location.begin.column, visible(finding.message), finding.rule));
    }
    if (!step.findings.empty() && !step.help.empty()) io.err(format("  help: {}\n", step.help));
    return;
  }
  if (step.message.empty()) return;
  say_note(io, format("{}: {}", visible(step.name), step.message));
  if (!step.help.empty() && !io.quiet) io.err(format("  help: {}\n", step.help));
}

void write_json(const UpdateReport& report, Io& io) {
  JsonWriter json;
  json.begin_object().key("skills").begin_array();
  for (const UpdateStep& step : *report.steps) {
    json.begin_object().member("name", step.name).member("path", json_path(*report.site, step.target));
    json.member("state", name_of(step.state)).member_or_null("from", step.from).member_or_null("to", step.to);
    write_edits(json, step.files);
    if (!step.message.empty()) json.member("message", step.message);
    if (!step.help.empty()) json.member("help", step.help);
    if (!step.successor.empty()) json.member("successor", step.successor);
    if (!step.findings.empty()) {
      json.key("findings").begin_array();
      for (const Diagnostic& finding : step.findings) write_finding(json, finding);
      json.end_array();
    }
    for (const Backup& backup : report.backups) {
      if (backup.target == step.target) json.member("backup", json_path(*report.site, backup.backup));
    }
    json.end_object();
  }
  json.end_array().member("dry_run", report.dry_run);
  io.out(json.end_object().take() + "\n");
}

}  // namespace

std::string short_version(const std::string& version) {
  constexpr std::string_view k_digest = "sha256:";
  constexpr std::size_t k_digits = 12;
  if (version.substr(0, k_digest.size()) == k_digest) return version.substr(0, k_digest.size() + k_digits);
  return visible(version.substr(0, k_digits));
}

std::string describe_step(const Site& site, const UpdateStep& step) {
  if (!step.writes && !step.takes_away) return {};
  const std::string_view word = step.takes_away                       ? "would remove"
                                : step.state == UpdateState::restored ? "would restore"
                                                                      : "would update";
  std::string text = format("{:<14} {}  {} -> {}\n", word, visible(site.shown(step.target)), short_version(step.from),
                            short_version(step.to));
  for (const FileEdit& edit : step.files) text += format("  {}\n", in_words(edit));
  return text;
}

ExitCode write_update_report(const UpdateReport& report, Format output, Io& io) {
  for (const UpdateStep& step : *report.steps) say_step(report, step, io);
  say_backups(io, *report.site, report.backups);
  if (output == Format::json) {
    write_json(report, io);
  } else {
    for (const UpdateStep& step : *report.steps) io.out(line_of(*report.site, step, report.dry_run));
    if (report.steps->empty()) say_note(io, report.rest);
  }
  const auto& steps = *report.steps;
  if (std::any_of(steps.begin(), steps.end(), [](const UpdateStep& step) { return step.unread; }))
    return ExitCode::failure;
  return std::any_of(steps.begin(), steps.end(), is_refusal) ? ExitCode::findings : ExitCode::ok;
}

}  // namespace skillstow
