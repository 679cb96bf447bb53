#pragma once

#include <functional>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"

namespace skillstow {

// The safety scan: one pass over every text file of the skill, and over what the folder holds beside them. Appends what
// it finds; the order is that of the files. Pure: same skill, same findings. Time grows with the bytes of the files.
// `parsed` gives the Markdown of a file beside SKILL.md if somebody has it already, else nullptr: then it is parsed
// here.
using ParsedMarkdown = std::function<const Markdown*(const SourceFile& file)>;
void scan_skill(const Skill& skill, std::vector<Diagnostic>& diagnostics, const ParsedMarkdown& parsed = {});

// The verdict that the findings of one skill add up to: the highest risk decides. none: "pass"; low or medium:
// "notes"; high or critical: "fail".
std::string_view safety_verdict(const std::vector<Diagnostic>& diagnostics);

}  // namespace skillstow
