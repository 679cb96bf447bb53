#include "report/totals.h"

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "report/paint.h"

namespace skillstow {

std::string totals_text(const Collection& collection) {
  if (collection.skills == 0) return "nothing was checked";
  std::string text = format("{} checked: ", counted(collection.skills, "skill"));
  if (collection.errors + collection.warnings + collection.notes == 0) {
    text += "no findings";
  } else {
    text += format("{}, {}, {}", counted(collection.errors, "error"), counted(collection.warnings, "warning"),
                   counted(collection.notes, "note"));
  }
  if (collection.fixable > 0) text += format("; skillstow fix mends {}", collection.fixable);
  // Silence about these would look like their absence.
  if (collection.accepted > 0) text += format("; {} accepted by the baseline", collection.accepted);
  if (collection.suppressed > 0) text += format("; {} suppressed in the skills", collection.suppressed);
  return text;
}

std::string skipped_text(const Skipped& skip, const ReportStyle& style) {
  return format("{} {}: {}",
                painted(skip.failed ? "unreadable:" : "skipped:", skip.failed ? Paint::red : Paint::dim, style.color),
                visible(skip.path), visible(skip.reason));
}

bool is_complete(const RunResult& run) {
  for (const Skipped& skip : run.skipped) {
    if (skip.failed) return false;
  }
  return run.collection.skills > 0;
}

std::string file_path_of(const Diagnostic& finding, const Skill& skill) {
  const std::string& file = finding.location.file;
  return normal_path(join_path(skill.path, file.empty() ? skill.manifest_name : file));
}

std::string message_and_help(const Diagnostic& finding) {
  std::string text = visible(finding.message);
  if (!finding.help.empty()) text += "; help: " + visible(finding.help);
  return text;
}

}  // namespace skillstow
