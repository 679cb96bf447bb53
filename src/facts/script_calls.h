#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "facts/file_index.h"
#include "model/skill.h"
#include "parse/shell.h"

namespace skillstow {

// Tells which bundled script a command runs. One object for one piece of text: it remembers what variables were set to
// and which folder was entered.
class ScriptCalls {
 public:
  // `file` is the path of the file that the text stands in.
  ScriptCalls(const Skill& skill, const FileIndex& index, std::string_view file)
      : skill_(skill), index_(index), file_(file) {}

  // To be called for each command of `script` in turn. The path of the script that it runs, from the skill's folder;
  // empty if it runs none of the skill's.
  std::string find(const ShellScript& script, const ShellCommand& command);

 private:
  void remember(const ShellWord& word);
  std::string find_behind(const ShellScript& script, const ShellCommand& command);
  std::string resolve(const ShellScript& script, const ShellWord& word) const;
  std::string resolve_path(std::string_view path) const;
  std::string resolve_module(std::string_view module) const;
  bool is_script(std::string_view path) const;

  const Skill& skill_;
  const FileIndex& index_;
  std::string_view file_;
  std::string folder_;  // that "cd" went to, from the skill's folder
  std::unordered_map<std::string, std::string> variables_;
};

}  // namespace skillstow
