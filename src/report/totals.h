#pragma once

#include <string>
#include <vector>

#include "report/reporter.h"

namespace skillstow {

// "3 skills checked: 1 error, 0 warnings, 2 notes", "2 skills checked: no findings". Without a line end.
std::string totals_text(const Collection& collection);

// What was passed over and why, for a terminal. Without a line end.
std::string skipped_text(const Skipped& skip, const ReportStyle& style);

// What becomes of the whole run: false if something could not be read, or if there was no skill to check.
bool is_complete(const RunResult& run);

// The file that stands for a finding where an output needs one, from where the skill's path starts: for a finding about
// the whole folder that is its SKILL.md.
std::string file_path_of(const Diagnostic& finding, const Skill& skill);

// The rest of a finding that is said in one line: the message and, if there is any, the help.
std::string message_and_help(const Diagnostic& finding);

}  // namespace skillstow
