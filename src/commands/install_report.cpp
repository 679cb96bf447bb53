#include "commands/install_report.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "report/finding_json.h"

namespace skillstow {
namespace {

std::vector<std::string> agents_of(const TargetFolder& folder) {
  std::vector<std::string> ids;
  for (const Agent* agent : folder.agents) ids.emplace_back(agent->id);
  for (const Agent* agent : folder.through) ids.emplace_back(agent->id);
  return ids;
}

std::string_view name_of(Action action) {
  switch (action) {
    case Action::replace:
      return "replaced";
    case Action::keep:
      return "kept";
    case Action::refuse:
      return "refused";
    case Action::create:
      break;
  }
  return "created";
}

std::string_view word_of(const Step& step, bool dry_run) {
  switch (step.action) {
    case Action::replace:
      return dry_run ? "would replace" : "replaced";
    case Action::keep:
      return "unchanged";
    case Action::refuse:
      return "refused";
    case Action::create:
      break;
  }
  return dry_run ? "would create" : "created";
}

void write_edits(JsonWriter& json, const std::vector<FileEdit>& edits) {
  json.key("files").begin_array();
  for (const FileEdit& edit : edits)
    json.begin_object().member("path", edit.path).member("state", name_of(edit.kind)).end_object();
  json.end_array();
}

void write_brief(JsonWriter& json, const SkillBrief& brief) {
  const auto texts = [&json](std::string_view key, const std::vector<std::string>& list) {
    json.key(key).begin_array();
    for (const std::string& text : list) json.string(text);
    json.end_array();
  };
  json.key("judgement").begin_object().member("safety", brief.safety);
  texts("risks", brief.risks);
  texts("runs_by_itself", brief.dynamic);
  texts("allowed_tools", brief.tools);
  texts("commands", brief.commands);
  texts("hosts", brief.hosts);
  json.key("tokens").begin_object().member("listing", brief.listing_tokens).member("body", brief.body_tokens);
  json.end_object().end_object();
}

void write_json(const InstallReport& report, Io& io) {
  JsonWriter json;
  json.begin_object().key("installed").begin_array();
  for (const Step& step : report.steps ? *report.steps : std::vector<Step>{}) {
    const Incoming& skill = (*report.incoming)[step.incoming];
    std::vector<std::string> agents = agents_of(report.targets->folders[step.folder]);
    if (agents.empty()) agents.emplace_back();  // --into
    for (const std::string& agent : agents) {
      json.begin_object().member("name", skill.name).member_or_null("agent", agent);
      json.member("scope", report.site->scope == Scope::user ? "user" : "project");
      json.member("path", json_path(*report.site, step.target)).member("source", skill.source);
      json.member_or_null("commit", skill.commit)
          .member("digest", skill.contents.digest())
          .member("method", name_of(report.method));
      json.member("action", name_of(step.action));
      if (skill.brief) write_brief(json, *skill.brief);
      json.end_object();
    }
  }
  json.end_array().key("refused").begin_array();
  for (const Refused& refused : report.refused) {
    json.begin_object()
        .member("name", refused.name)
        .member("path", refused.path)
        .member("reason", name_of(refused.reason));
    json.member("message", refused.message).member_or_null("help", refused.help);
    if (!refused.findings.empty()) {
      json.key("findings").begin_array();
      for (const Diagnostic& finding : refused.findings) write_finding(json, finding);
      json.end_array();
    }
    if (!refused.edits.empty()) write_edits(json, refused.edits);
    json.end_object();
  }
  json.end_array();
  if (report.steps) {
    json.key("left_out").begin_array();
    for (const Incoming& skill : *report.incoming) {
      for (const LeftOut& left : skill.contents.left_out) {
        json.begin_object().member("name", skill.name).member("path", left.path).member("why", left.why).end_object();
      }
    }
    json.end_array().key("backups").begin_array();
    for (const Backup& backup : report.backups) {
      json.begin_object().member("path", json_path(*report.site, backup.target));
      json.member("backup", json_path(*report.site, backup.backup)).end_object();
    }
    json.end_array();
  }
  json.member("dry_run", report.dry_run);
  io.out(json.end_object().take() + "\n");
}

std::string line_of(const InstallReport& report, const Step& step, bool dry_run) {
  const Incoming& skill = (*report.incoming)[step.incoming];
  const std::vector<std::string> agents = agents_of(report.targets->folders[step.folder]);
  std::string line = format("{:<14} {}", word_of(step, dry_run), visible(report.site->shown(step.target)));
  if (report.method == Method::link) {
    line += format("  -> {}", visible(skill.shown));
  } else if (step.action != Action::keep) {
    line += format("  {}", counted(skill.contents.files.size(), "file"));
  }
  if (!agents.empty()) line += format("  for {}", join(agents, ", "));
  return line + "\n";
}

// What a person agrees to with the skill, a line for each thing that there is to say.
std::string brief_of(const Incoming& skill) {
  if (!skill.brief) return {};
  const SkillBrief& brief = *skill.brief;
  std::string text = format("{}: {} to list, {} when it is used\n", visible(skill.name),
                            counted(brief.listing_tokens, "token"), counted(brief.body_tokens, "token"));
  const auto add = [&text](std::string_view what, const std::vector<std::string>& words) {
    constexpr std::size_t k_most = 12;
    if (words.empty()) return;
    std::vector<std::string> shown(words.begin(),
                                   words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), k_most)));
    if (words.size() > k_most) shown.push_back(format("and {} more", words.size() - k_most));
    text += format("  {:<14} {}\n", what, visible(join(shown, ", "), 600));
  };
  add("safety", {brief.safety == "pass" ? std::string("the scan finds nothing") : join(brief.risks, ", ")});
  add("runs by itself", brief.dynamic);
  add("without asking", brief.tools);
  add("commands", brief.commands);
  add("hosts", brief.hosts);
  return text;
}

void say_refused(const InstallReport& report, Io& io) {
  constexpr std::size_t k_most = 20;  // the rest is in the JSON output
  for (std::size_t i = 0; i < report.refused.size() && i < k_most; ++i) {
    const Refused& refused = report.refused[i];
    say_refusal(io, refused.path, refused.message, refused.findings.empty() ? refused.help : "");
    for (const Diagnostic& finding : refused.findings) {
      io.err(format("  {}:{}:{}: {} [{}]\n", visible(finding.location.file), finding.location.begin.line,
                    finding.location.begin.column, visible(finding.message), finding.rule));
    }
    if (!refused.findings.empty() && !refused.help.empty()) io.err(format("  help: {}\n", refused.help));
  }
  if (report.refused.empty()) return;
  if (report.refused.size() > k_most) io.err(format("… and {} more\n", report.refused.size() - k_most));
  std::set<std::string> refused;
  for (const Refused& one : report.refused) refused.insert(one.name);
  const auto others = report.incoming
                          ? std::count_if(report.incoming->begin(), report.incoming->end(),
                                          [&](const Incoming& skill) { return refused.count(skill.name) == 0; })
                          : 0;
  io.err(others > 0 ? "Nothing was installed: it is all that was asked for, or none. To go on without what was "
                      "refused, name the others with "
                      "--skill.\n"
                    : "Nothing was installed.\n");
}

void say_left_out(const InstallReport& report, Io& io) {
  for (const Incoming& skill : *report.incoming) {
    if (skill.contents.left_out.empty()) continue;
    // Those with the same reason together, in the order in which the reasons appear.
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const LeftOut& left : skill.contents.left_out) {
      const auto same = [&left](const auto& reason) { return reason.first == left.why; };
      auto reason = std::find_if(reasons.begin(), reasons.end(), same);
      if (reason == reasons.end()) reason = reasons.insert(reasons.end(), {left.why, {}});
      reason->second.push_back(visible(left.path, 120));
    }
    std::vector<std::string> words;
    for (auto& [why, paths] : reasons) {
      const std::size_t more = paths.size() > 8 ? paths.size() - 8 : 0;
      paths.resize(paths.size() - more);
      if (more > 0) paths.push_back(format("and {} more", more));
      words.push_back(format("{} ({})", join(paths, ", "), why));
    }
    say_note(io, format("{}: left out {}", visible(skill.name), join(words, "; ")));
  }
}

}  // namespace

std::string describe_plan(const InstallReport& report, const std::vector<Step>& steps) {
  std::string text;
  for (const Incoming& skill : *report.incoming) text += brief_of(skill);
  for (const Step& step : steps) text += line_of(report, step, true);
  return text;
}

void write_install_report(const InstallReport& report, Format output, Io& io) {
  say_refused(report, io);
  if (report.steps) {
    say_left_out(report, io);
    say_backups(io, *report.site, report.backups);
  }
  if (output == Format::json) return write_json(report, io);
  if (!report.steps) return;
  if (report.dry_run) {
    io.out(describe_plan(report, *report.steps));
    return;
  }
  for (const Step& step : *report.steps) io.out(line_of(report, step, false));
}

ExitCode show_candidates(const Candidates& candidates, const std::string& shown, Format output, Io& io) {
  bool failed = false;
  for (const std::string& line : name_conflicts(candidates.skills))
    io.err(format("warning: {}; they cannot be told apart by name\n", line));
  for (const Skipped& skip : candidates.skipped) {
    failed = failed || skip.failed;
    const std::string path = visible(skip.path == "." ? shown : join_path(shown, skip.path));
    if (skip.failed) {
      io.err(format("skillstow: {}: {}\n", path, visible(skip.reason)));
    } else {
      say_note(io, format("passed over {}: {}", path, visible(skip.reason)));
    }
  }
  if (output == Format::json) {
    JsonWriter json;
    json.begin_object().key("skills").begin_array();
    for (const Candidate& skill : candidates.skills) {
      json.begin_object().member("name", skill.name).member("path", skill.path);
      json.member_or_null("description", skill.description).end_object();
    }
    json.end_array().key("skipped").begin_array();
    for (const Skipped& skip : candidates.skipped) {
      json.begin_object().member("path", skip.path).member("reason", skip.reason).end_object();
    }
    io.out(json.end_array().end_object().take() + "\n");
  } else {
    for (const Candidate& skill : candidates.skills) {
      io.out(format("{}  {}\n", visible(skill.name, 100), visible(skill.path)));
      if (!skill.description.empty())
        io.out(format("    {}\n", visible(fold_space(skill.description), io.width > 8 ? io.width - 8 : 72)));
    }
    if (candidates.skills.empty()) io.err("There is no skill in it.\n");
  }
  return failed ? ExitCode::failure : ExitCode::ok;
}

}  // namespace skillstow
