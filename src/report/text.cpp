#include "base/text.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "facts/mask.h"
#include "report/paint.h"
#include "report/reporter.h"

// The report for people: one line about each skill, its findings with the line they are in, and a summary.
namespace skillstow {
namespace {

std::string begin(const ReportStyle& /*style*/) { return {}; }

Paint paint_of(Severity severity) {
  if (severity == Severity::error) return Paint::red;
  return severity == Severity::warning ? Paint::yellow : Paint::cyan;
}

const SourceFile* file_of(const Skill& skill, std::string_view path) {
  if (path == skill.manifest_name) return &skill.manifest;
  for (const SkillFile& file : skill.files) {
    if (file.entry.path == path && file.kind == ContentKind::text) return &file.source;
  }
  return nullptr;
}

// The line with a star in the place of each byte of a secret, so that places stay where they are.
std::string without_secrets(std::string_view line) {
  std::string shown(line);
  for (const Span secret : find_secret_values(line)) shown.replace(secret.offset, secret.length, secret.length, '*');
  return shown;
}

// The source line with the place marked below it. A long line is cut around the place.
std::string excerpt(const SourceFile& file, const Location& location, Severity severity, const ReportStyle& style) {
  constexpr std::size_t k_before = 40;  // code points shown before the place in a line that is cut
  const std::string line_text = without_secrets(file.lines.text_of(file.text, location.begin.line));
  const std::string_view line = line_text;
  const std::size_t start = file.lines.start(location.begin.line);
  std::size_t from =
      std::min<std::size_t>(location.span.offset - std::min<std::size_t>(start, location.span.offset), line.size());
  std::size_t marked = std::min<std::size_t>(location.span.length, line.size() - from);

  const std::size_t room = std::max<std::size_t>(style.width, 40) - 12;
  std::string_view before = line.substr(0, from);
  std::string lead;
  if (count_code_points(line) > room && count_code_points(before) > k_before) {
    std::size_t cut = before.size();
    for (std::size_t points = 0; points < k_before && cut > 0; ++points) {
      --cut;
      while (cut > 0 && (static_cast<unsigned char>(before[cut]) & 0xC0) == 0x80) --cut;
    }
    before.remove_prefix(cut);
    lead = "…";
  }
  const std::string shown_before = lead + visible(replace_all(before, "\t", " "));
  const std::size_t left = room > terminal_width(shown_before) ? room - terminal_width(shown_before) : 1;
  const std::string shown_rest = visible(replace_all(line.substr(from), "\t", " "), left);
  const std::string shown_mark = visible(replace_all(line.substr(from, marked), "\t", " "), left);
  const std::string number = std::to_string(location.begin.line);
  const std::string gutter(number.size(), ' ');
  return format(
      "    {} {} {}{}\n    {} {} {}{}\n", painted(number, Paint::dim, style.color),
      painted("|", Paint::dim, style.color), shown_before, shown_rest, gutter, painted("|", Paint::dim, style.color),
      std::string(terminal_width(shown_before), ' '),
      painted(std::string(std::max<std::size_t>(terminal_width(shown_mark), 1), '^'), paint_of(severity), style.color));
}

std::string finding_text(const Diagnostic& finding, const std::string& place, const SourceFile* file,
                         const ReportStyle& style) {
  std::string where = place;
  if (finding.location.begin.line > 0)
    where += format(":{}:{}", finding.location.begin.line, finding.location.begin.column);
  std::string text =
      format("  {}: {}", visible(where), painted(name_of(finding.severity), paint_of(finding.severity), style.color));
  if (finding.risk != Risk::none) text += format(" ({} risk)", name_of(finding.risk));
  text += format(": {} {}\n", visible(finding.message), painted(format("[{}]", finding.rule), Paint::dim, style.color));
  if (file && finding.location.begin.line > 0) text += excerpt(*file, finding.location, finding.severity, style);
  if (!finding.agents.empty()) {
    std::vector<std::string> agents(finding.agents.begin(), finding.agents.end());
    text += format("    concerns: {}\n", join(agents, ", "));
  }
  if (!finding.help.empty())
    text += format("    {} {}\n", painted("help:", Paint::bold, style.color), visible(finding.help));
  return text;
}

// "loads in 6 of 6 agents", or who does not load it.
std::string agents_text(const Judgement& judgement) {
  std::vector<std::string> lost;
  std::size_t loads = 0;
  for (const AgentVerdict& verdict : judgement.agents) {
    if (verdict.loads) {
      ++loads;
    } else {
      lost.emplace_back(verdict.agent);
    }
  }
  std::string text = format("loads in {} of {} agents", loads, judgement.agents.size());
  if (!lost.empty()) text += format(" (not {})", join(lost, ", "));
  return text;
}

std::string skill(const SkillResult& result, const ReportStyle& style) {
  const Judgement& judgement = result.judgement;
  if (judgement.findings.empty() && !style.list_clean) return {};
  std::string text =
      format("{}  {} · {} · {} tokens, {} of them always in the listing",
             painted(visible(result.skill.path), Paint::bold, style.color),
             painted(judgement.valid ? "valid" : "not valid", judgement.valid ? Paint::green : Paint::red, style.color),
             painted(format("safety {}", judgement.safety),
                     judgement.safety == "pass"   ? Paint::green
                     : judgement.safety == "fail" ? Paint::red
                                                  : Paint::yellow,
                     style.color),
             grouped(result.tokens.rule), grouped(result.listing.rule));
  if (!judgement.agents.empty()) text += " · " + agents_text(judgement);
  text += '\n';
  for (const Diagnostic& finding : judgement.findings) {
    const std::string place =
        finding.location.file.empty() ? result.skill.path : join_path(result.skill.path, finding.location.file);
    text += finding_text(finding, place, file_of(result.skill, finding.location.file), style);
  }
  return text;
}

std::string end(const Collection& collection, const std::vector<Diagnostic>& findings,
                const std::vector<Skipped>& skipped, const ReportStyle& style) {
  std::string text;
  for (const Diagnostic& finding : findings) text += finding_text(finding, finding.location.file, nullptr, style);
  for (const Skipped& skip : skipped) {
    text +=
        format("{} {}: {}\n",
               painted(skip.failed ? "unreadable:" : "skipped:", skip.failed ? Paint::red : Paint::dim, style.color),
               visible(skip.path), visible(skip.reason));
  }
  text += format("{} checked: ", counted(collection.skills, "skill"));
  if (collection.errors + collection.warnings + collection.notes == 0) {
    text += "no findings\n";
  } else {
    text += format("{}, {}, {}\n", counted(collection.errors, "error"), counted(collection.warnings, "warning"),
                   counted(collection.notes, "note"));
  }
  return text;
}

}  // namespace

extern const Reporter text_reporter;
const Reporter text_reporter = {"text", "for people: findings with the line they are in", begin, skill, "", end};

}  // namespace skillstow
