#include <algorithm>
#include <map>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "facts/script_calls.h"
#include "parse/shell.h"
#include "rules/rule.h"
#include "rules/shared_facts.h"

namespace skillstow::rules {
namespace {

struct Call {
  std::string_view file;  // where it stands
  std::uint32_t line = 0;
};

// The scripts that the texts call as programs, by path, and all words of chmod commands.
struct Calls {
  std::map<std::string, Call> direct;
  std::vector<std::string> made_executable;
};

// "./scripts/run.sh": the program's own word leads to the script; "bash scripts/run.sh" asks for no bit.
bool is_program(const ShellCommand& command, std::string_view path) {
  if (command.program >= command.words.size()) return false;
  const std::string_view word = command.words[command.program].text;
  return word.find('/') != std::string_view::npos && base_name(word) == base_name(path);
}

// PowerShell and cmd ask for no execute bit.
bool is_of_windows(std::string_view path) {
  const std::string end = to_lower(extension(path));
  return end == ".ps1" || end == ".cmd" || end == ".bat";
}

void read_block(const Skill& skill, const FileIndex& index, const Document& document, const MarkdownNode& node,
                Calls& calls) {
  const FenceKind kind = fence_kind(node.info);
  if (kind != FenceKind::shell && kind != FenceKind::console && kind != FenceKind::unlabelled) return;
  // The text without the signs of a quote or list around it; a line of it is a line of the file.
  const std::string text = without_prompts(node.text, kind == FenceKind::console ? kind : FenceKind::shell);
  const std::uint32_t first_line = document.file->line(node.content.offset);
  const ShellScript script = parse_shell(text);
  ScriptCalls scripts(skill, index, document.file->path);
  for (const ShellCommand& command : script.commands) {
    if (command.name() == "chmod")
      for (const ShellWord& word : command.words) calls.made_executable.push_back(word.text);
    const std::string path = scripts.find(script, command);
    if (path.empty() || is_of_windows(path) || !is_program(command, path)) continue;
    const std::string_view before = std::string_view(text).substr(0, command.span.offset);
    const auto lines = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    calls.direct.try_emplace(path, Call{document.file->path, first_line + lines});
  }
}

// "chmod +x scripts/run.sh", "chmod +x scripts/*.sh" or "chmod -R +x scripts" before the call.
bool is_made_executable(const Calls& calls, std::string_view path) {
  return std::any_of(calls.made_executable.begin(), calls.made_executable.end(), [&](std::string_view word) {
    if (word.find('*') != std::string_view::npos) return true;
    const std::string_view name = base_name(word);
    return !name.empty() && (name == base_name(path) || name == base_name(parent_path(path)));
  });
}

void check(const Skill& skill, Report& report) {
  const bool any = std::any_of(skill.files.begin(), skill.files.end(), [](const SkillFile& file) {
    return file.kind == ContentKind::text && !file.entry.executable;
  });
  if (!any || skill.files.size() < 2) return;
  Calls calls;
  for (const Document& document : report.facts().documents().all())
    for (const MarkdownNode& node : document.markdown->nodes)
      if (node.kind == NodeKind::code_block && node.fenced)
        read_block(skill, report.facts().index(), document, node, calls);
  for (const auto& [path, call] : calls.direct) {
    const std::size_t at = report.facts().index().file_at(path);
    if (at == FileIndex::npos || skill.files[at].entry.executable || skill.files[at].kind != ContentKind::text)
      continue;
    if (is_made_executable(calls, path)) continue;
    Diagnostic& finding =
        report.about(path,
                     format("the script is called as a program ({}, line {}) and is not executable, so the call fails",
                            visible(call.file, 100), call.line),
                     "make it executable (git update-index --chmod=+x), or call it through its interpreter");
    // Without its first line the system may run it with another interpreter than was meant.
    if (!skill.files[at].source.text.starts_with("#!")) continue;
    Fix fix{"Make it executable"};
    fix.executable.push_back(path);
    finding.fixes.push_back(std::move(fix));
  }
}

}  // namespace

extern const Rule file_exec_bit;
constinit const Rule file_exec_bit = {
    .id = "file-exec-bit",
    .category = Category::files,
    .severity = Severity::warning,
    .fix = Fixable::safe,
    .summary = "A script that is called as a program is not executable",
    .what =
        R"(A command in a fenced block calls a bundled script by its path (`./scripts/run.sh`), and the file has no execute bit. Calls
through an interpreter (`bash scripts/run.sh`) need none, and neither does a text that says `chmod +x` first.)",
    .why =
        R"(The system refuses to run it: "permission denied", at a step of its own. Installers keep the bit as it is in the
repository.)",
    .bad = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```bash
./scripts/print.sh table.txt
```
=== scripts/print.sh ===
#!/bin/sh
lp "$1"
)",
    .good = R"(---
name: example
description: Formats tide tables for print. Use when a user pastes harbour data.
---

```bash
./scripts/print.sh table.txt
sh scripts/show.sh table.txt
```
=== scripts/print.sh (executable) ===
#!/bin/sh
lp "$1"
=== scripts/show.sh ===
cat "$1"
)",
    .source = "POSIX, execve: a file needs the execute permission to be run by its path.",
    .check = check,
};

}  // namespace skillstow::rules
