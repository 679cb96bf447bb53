#include "facts/command_names.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "parse/known_tools.h"

namespace skillstow {

namespace {

// bash's "compgen -b", with those of zsh and fish that stand in public skills.
constexpr auto k_builtins = std::to_array<std::string_view>(
    {".",       ":",         "[",        "[[",      "abbr",     "alias",   "and",    "autoload", "begin",
     "bg",      "bind",      "bindkey",  "break",   "builtin",  "caller",  "cd",     "command",  "compdef",
     "compgen", "compinit",  "complete", "compopt", "continue", "declare", "dirs",   "disown",   "echo",
     "emulate", "enable",    "end",      "eval",    "exec",     "exit",    "export", "false",    "fc",
     "fg",      "getopts",   "hash",     "help",    "history",  "jobs",    "kill",   "let",      "local",
     "logout",  "mapfile",   "not",      "or",      "popd",     "print",   "printf", "pushd",    "pwd",
     "read",    "readarray", "readonly", "rehash",  "return",   "set",     "setopt", "shift",    "shopt",
     "source",  "string",    "suspend",  "test",    "times",    "trap",    "true",   "type",     "typeset",
     "ulimit",  "umask",     "unalias",  "unset",   "unsetopt", "wait",    "whence", "zmodload"});
static_assert(std::is_sorted(k_builtins.begin(), k_builtins.end()));

// First words of lines in other languages that stand in fences marked as shell.
constexpr auto k_other_languages = std::to_array<std::string_view>(
    {"assert", "async",  "await",   "class",    "const",     "def",     "elsif",   "except",
     "from",   "import", "include", "module",   "namespace", "package", "private", "provider",
     "public", "raise",  "require", "resource", "struct",    "using",   "var",     "variable"});
static_assert(std::is_sorted(k_other_languages.begin(), k_other_languages.end()));

// Names for "put your own here".
constexpr auto k_stand_ins = std::to_array<std::string_view>(
    {"app",         "args",  "bar",         "baz",         "binary",     "cmd",     "executable",
     "foo",         "mycli", "mycommand",   "myprogram",   "myscript",   "mytool",  "program",
     "somecommand", "tool",  "yourcommand", "yourprogram", "yourscript", "yourtool"});
static_assert(std::is_sorted(k_stand_ins.begin(), k_stand_ins.end()));

// Endings of files: with these a name is a script or data, not an installed program.
constexpr auto k_file_endings = std::to_array<std::string_view>(
    {".R",   ".bash",  ".bat", ".c",    ".cfg", ".cjs",   ".cmd", ".conf", ".cpp",  ".cs",   ".css", ".csv",
     ".env", ".go",    ".h",   ".html", ".ini", ".ipynb", ".jar", ".java", ".js",   ".json", ".jsx", ".kt",
     ".log", ".lua",   ".m",   ".md",   ".mjs", ".php",   ".pl",  ".ps1",  ".py",   ".rb",   ".rs",  ".sh",
     ".sql", ".swift", ".tf",  ".toml", ".ts",  ".tsx",   ".txt", ".xml",  ".yaml", ".yml",  ".zsh"});
static_assert(std::is_sorted(k_file_endings.begin(), k_file_endings.end()));

template <std::size_t Size>
bool holds(const std::array<std::string_view, Size>& sorted, std::string_view word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

bool is_program_name(std::string_view name) {
  if (name.empty() || name.size() > 64 || name == "R") return name == "R";
  if (!is_alnum(name.front()) && name.front() != '_') return false;
  if (name.starts_with("__") || name.back() == '.' || name.back() == '-') return false;
  bool lower = false;
  std::size_t capitals = 0;
  for (char c : name) {
    if (!is_word(c) && c != '.' && c != '+' && c != '-') return false;
    lower = lower || is_lower(c);
    if (is_upper(c)) ++capitals;
  }
  if (is_known_tool(name)) return true;
  // "Search", "GET": words of a text, not names of programs. "bamCoverage" and "Get-Item" are.
  if (!lower || (capitals == 1 && is_upper(name.front()))) return false;
  if (holds(k_file_endings, extension(name)) || holds(k_other_languages, name) || holds(k_stand_ins, name))
    return false;
  for (std::string_view own : {"your-", "your_", "my-", "my_", "some-"}) {
    if (name.starts_with(own)) return false;
  }
  return true;
}

// "bin", "/usr/local/bin", "node_modules/.bin", "C:/venv/Scripts"
bool holds_programs(std::string_view folder) {
  const std::string_view last = base_name(folder);
  return last == "bin" || last == ".bin" || last == "sbin" || last == "Scripts";
}

// What stands behind the name tells that the line is no command: "data = 3", "variable \"x\" {", "commits after …".
bool reads_like_command(const ShellCommand& command, std::string_view name) {
  if (command.program + 1 >= command.words.size()) return true;
  const ShellWord& next = command.words[command.program + 1];
  if (next.quoted) return command.words.back().text != "{";
  for (std::string_view op : {"=", ":=", "=>", "+=", "==", ":", "->", "|", "\u2192"}) {
    if (next.text == op) return false;
  }
  return command.words.back().text != "{" && (is_known_tool(name) || !is_sentence_word(next.text));
}

}  // namespace

bool is_shell_builtin(std::string_view name) { return holds(k_builtins, name); }

std::string_view listed_name(const ShellCommand& command) {
  if (command.form != ShellForm::simple || command.program >= command.words.size() || command.broken) return {};
  const ShellWord& word = command.words[command.program];
  // "<tool> --flag": a placeholder, which a shell takes for two redirections.
  for (const ShellRedirect& redirect : command.redirects) {
    if (redirect.op == "<" && redirect.span.offset < word.span.offset) return {};
  }
  const std::string_view text = word.text;
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) {
    if (!word.literal || is_shell_builtin(text) || !is_program_name(text)) return {};
    // "\ls" passes an alias over; "\usepackage" is TeX.
    if (word.quoted && word.span.length == text.size() + 1 && !is_known_tool(text)) return {};
    return reads_like_command(command, text) ? text : std::string_view{};
  }
  if (text.find("://") != std::string_view::npos) return {};
  const std::string_view name = text.substr(slash + 1);
  if (!is_program_name(name) || is_shell_builtin(name)) return {};
  return holds_programs(text.substr(0, slash)) || (is_known_tool(name) && slash > 0) ? name : std::string_view{};
}

}  // namespace skillstow
