#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace skillstow {

inline constexpr std::uint32_t k_no_command = UINT32_MAX;

enum class ShellPartKind : std::uint8_t {
  literal,       // bytes as they stand
  escape,        // a backslash and what it stands for; nothing at the end of a line
  variable,      // $NAME, $1, ${ … }
  arithmetic,    // $(( … ))
  substitution,  // $( … ), ` … `
  process,       // <( … ), >( … )
};
enum class ShellQuote : std::uint8_t { none, single, double_quote, ansi };  // ansi: $'…'

// A stretch of a word, for those who work out what the word becomes. Literal parts without quotes may hold globs,
// braces and a tilde.
struct ShellPart {
  Span span;                // its bytes in the source, without quotes
  std::uint32_t begin = 0;  // its stretch of ShellWord::text
  std::uint32_t end = 0;
  ShellPartKind kind = ShellPartKind::literal;
  ShellQuote quote = ShellQuote::none;
};

// A word of a command. `text` is the word with quotes and escapes taken away; expansions stay as they are written
// ("$HOME/x"), but one longer than 4 KB is shortened to "$(…)". An array a=(x y) is one word.
struct ShellWord {
  Span span;
  std::string text;
  std::uint32_t first_part = 0;  // index into ShellScript::parts
  std::uint32_t part_count = 0;
  bool quoted = false;  // some part stood in quotes or behind a backslash
  bool literal = true;  // no expansion, substitution, glob, brace list or tilde: `text` is what the shell would pass on
};

struct ShellRedirect {
  Span span;
  std::string op;      // ">", ">>", "<", "<<", "<<-", "<<<", "<>", ">|", "&>", "&>>", ">&", "<&"
  int fd = -1;         // as written, or -1
  ShellWord target;    // of a here-document: its delimiter
  Span here_document;  // its lines, else empty
};

// How the command stands in the one around it (`parent`).
enum class ShellPlace : std::uint8_t {
  top,
  substitution,    // $( … ) or ` … `, also in a here-document
  process_input,   // <( … )
  process_output,  // >( … )
  argument,        // text that the command around it runs: sh -c '…', eval "…", trap '…' EXIT, find -exec … \;
  here_document,   // a here-document that the shell around it reads its commands from: bash <<EOF
};

enum class ShellForm : std::uint8_t {
  simple,
  test,         // [[ … ]]: all of it in words
  arithmetic,   // (( … ))
  subshell,     // ( … )
  brace_group,  // { …; }
  if_clause,    // if … fi
  while_loop,   // while, until
  for_loop,     // for, select: words = the variable and what it runs over
  case_clause,  // words = what is looked at
};

// One command. The simple ones have words and a program. A compound command stands in the list too, before those
// inside it (their `group`): it has no program, but a place in its pipeline and redirections of its own. So the input
// of sh in "{ curl x; } | sh" is found by way of the pipeline, then the group. Keywords are no words.
struct ShellCommand {
  Span span;
  std::vector<ShellWord> assignments;  // NAME=value before the command
  std::vector<ShellWord> words;
  std::vector<ShellRedirect> redirects;
  std::uint32_t program =
      k_no_command;            // index into words of the program that really runs, wrappers passed over (sudo, env,
                               // time, nohup, nice, timeout, xargs, command, exec, …); none for assignments alone
  std::uint32_t pipeline = 0;  // commands of one pipeline share the number
  std::uint32_t stage = 0;     // place in the pipeline, from 0
  std::uint32_t parent = k_no_command;  // the command in one of whose words or here-documents this one stands
  std::uint32_t group = k_no_command;   // the innermost compound command around it, within the same parent
  std::uint32_t function = 0;           // 1 + index into functions of the definition around it, 0 = none
  ShellPlace place = ShellPlace::top;
  ShellForm form = ShellForm::simple;
  bool broken = false;  // a syntax error stands in it: a shell would refuse it, a reader may still run a part

  // The program's name without its folder ("/usr/bin/curl" -> "curl"), or empty.
  std::string_view name() const;
};

struct ShellFunction {
  std::string name;
  Span span;
};

// A piece of shell text taken apart. Commands stand in the order of their first byte; a command inside a word comes
// after the command that it stands in.
struct ShellScript {
  std::vector<ShellCommand> commands;
  std::vector<ShellFunction> functions;
  std::vector<ShellPart> parts;  // of all words
  std::vector<Span> comments;    // from the "#" to the end of the line
  bool complete = true;  // false: a quote, substitution, group or here-document is never closed, or one of the next two
  bool too_deep = false;  // something is nested deeper than is entered
  bool cut = false;       // texts that commands run are longer than is entered, or more lines are broken than are read
                          // again
  Span unclosed;          // the first that is never closed, from where it opens to the end of its line; length 0 = none
};

// Nesting of groups, quotes and substitutions, and of text that commands run, is entered this far.
inline constexpr std::uint32_t k_max_shell_depth = 64;

// Reads POSIX shell and the bash forms in common use. Never fails: what cannot be read is passed over up to the next
// line, where reading goes on (agents run lines one by one, so a broken line must not hide the next). Linear in the
// text. Spans count from `base` before the first byte of `text`; those of text that was escaped for another shell
// (sh -c "…\"…") are those of the source.
ShellScript parse_shell(std::string_view text, std::size_t base = 0);

// How a fence's lines are to be read, from its info string.
enum class FenceKind : std::uint8_t {
  shell,  // sh, bash, zsh, …: every line is a command, unless some lines have a prompt, which makes the others output
  console,     // console, shell-session, terminal: lines with a prompt are commands, the others output
  powershell,  // PowerShell and the Windows command line
  unlabelled,  // no info string
  other,       // another language
};
FenceKind fence_kind(std::string_view info);

// The commands of a fence's text with prompts ("$ ", "% ", "user@host:~$ ", "(venv) $ ", "PS C:\> ", "# " for root in a
// console, "> " for continuation) and output lines blanked out by spaces, so that offsets stay. `kind` shell or
// console.
std::string without_prompts(std::string_view text, FenceKind kind);

}  // namespace skillstow
