#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "parse/shell.h"

namespace skillstow {

// A word as the shell would see it: assignments of the same text put in, "${IFS}" taken as the blank that it is.
struct Argument {
  std::string text;   // what could not be worked out stays as it is written: "$1", "$(date)"
  Span span;          // in the view
  bool known = true;  // nothing was left over
  bool cut = false;   // longer than is followed: the rest is missing in `text` or in `commands`
  bool quoted = false;
  std::vector<std::uint32_t> commands;  // those whose output the word holds, also by way of a variable
};

// One simple command with its words worked out.
struct Invocation {
  std::string name;  // of the program, without folder; "" for assignments alone
  Argument program;
  std::vector<Argument> arguments;     // behind the program
  std::vector<Argument> here_strings;  // <<< text
  bool by_xargs = false;
  bool elevated = false;  // sudo, doas, su, pkexec

  // Whether "-r" is given, also within "-rf"; `long_name` with its dashes: "--recursive". Either may be empty.
  bool has_flag(char letter, std::string_view long_name = {}) const;
  // The value in "-o value", "-ovalue", "-so value", "--output value" or "--output=value"; empty text if absent.
  Argument value_of(char letter, std::string_view long_name) const;
};

// A shell text taken apart and worked out. Indices are those of script.commands.
struct ShellModel {
  ShellScript script;
  std::vector<Invocation> runs;
  std::vector<std::vector<std::uint32_t>> inner;  // by command: the commands in its words

  explicit ShellModel(std::string_view text);

  const ShellCommand& command(std::uint32_t i) const { return script.commands[i]; }
  // The commands whose output reaches the input of this one by pipes, nearest first.
  // `cut` is set if there are more than are followed.
  std::vector<std::uint32_t> upstream(std::uint32_t i, bool* cut = nullptr) const;
  // The commands that read what this one puts out, by pipes.
  std::vector<std::uint32_t> downstream(std::uint32_t i) const;
  // From the first to the last command of the pipeline.
  Span pipeline_span(std::uint32_t i) const;

 private:
  // False if not all found room.
  bool add_with_members(std::uint32_t i, std::vector<std::uint32_t>& to) const;

  std::vector<std::vector<std::uint32_t>> members_;    // by command: those of the group that it is
  std::vector<std::vector<std::uint32_t>> pipelines_;  // by number, in order of stage
};

}  // namespace skillstow
