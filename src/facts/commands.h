#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/documents.h"
#include "facts/file_index.h"
#include "model/skill.h"

namespace skillstow {

// Where a command was seen, from the surest to the least sure.
enum class EvidenceKind : std::uint8_t {
  shell,        // a fence that is marked as shell, console or PowerShell, or starts with a shell's "#!"
  fence,        // a fence without a language: known tools with an argument only
  inline_code,  // a code span: known tools with an argument only
  script,       // a bundled shell script
};
std::string_view name_of(EvidenceKind kind);  // "shell", "fence", "inline", "script"

struct CommandEvidence {
  std::string file;
  std::uint32_t line = 0;
  EvidenceKind kind = EvidenceKind::shell;
  bool negated = false;  // the sentence around it forbids it: "never run `rm -rf /`"
};

// A program that the skill's text or its shell scripts call. Wrappers (sudo, env, …), keywords, builtins, local
// functions and paths that lead nowhere known are none. A program of which all that is said is not to run it is left
// out.
struct Command {
  std::string name;
  std::vector<CommandEvidence> evidence;  // in the order of SKILL.md, the other Markdown files and the scripts
};

// A bundled script that a command runs: "scripts/run.sh", "python3 ${CLAUDE_SKILL_DIR}/scripts/t.py".
struct ScriptCall {
  std::string path;  // from the skill's folder; the file is there
  std::string file;
  std::uint32_t line = 0;
};

struct CommandFacts {
  std::vector<Command> commands;    // by first evidence
  std::vector<ScriptCall> scripts;  // in the same order; each place once
};

CommandFacts find_commands(const Skill& skill, const Documents& documents, const FileIndex& index);

}  // namespace skillstow
