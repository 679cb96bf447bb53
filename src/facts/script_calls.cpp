#include "facts/script_calls.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "facts/documents.h"
#include "facts/path_words.h"

namespace skillstow {

namespace {

// Programs whose first file argument is a script that they run, and runners that start such programs.
constexpr auto k_interpreters = std::to_array<std::string_view>(
    {".",         "R",         "Rscript", "ash",    "bash",    "bun",        "bunx",   "conda",  "csh",        "dart",
     "dash",      "deno",      "dotnet",  "elixir", "fish",    "go",         "groovy", "hatch",  "ipython",    "java",
     "julia",     "ksh",       "lua",     "luajit", "mamba",   "micromamba", "node",   "nodejs", "npx",        "octave",
     "osascript", "pdm",       "perl",    "php",    "pipenv",  "pipx",       "pnpm",   "poetry", "powershell", "pwsh",
     "py",        "pypy",      "pypy3",   "python", "python2", "python3",    "rails",  "ruby",   "scala",      "sh",
     "source",    "streamlit", "swift",   "tclsh",  "ts-node", "tsx",        "uv",     "uvx",    "yarn",       "zsh"});
static_assert(std::is_sorted(k_interpreters.begin(), k_interpreters.end()));

constexpr auto k_script_endings = std::to_array<std::string_view>(
    {".R",    ".applescript", ".awk",  ".bash",  ".bat",    ".cjs",  ".cmd", ".cs",   ".csx", ".cts", ".dart",
     ".exe",  ".exs",         ".fish", ".go",    ".groovy", ".java", ".jl",  ".js",   ".jsx", ".ksh", ".kts",
     ".lua",  ".m",           ".mjs",  ".mts",   ".php",    ".pl",   ".ps1", ".py",   ".r",   ".rb",  ".scala",
     ".scpt", ".sed",         ".sh",   ".swift", ".tcl",    ".ts",   ".tsx", ".wasm", ".zsh"});
static_assert(std::is_sorted(k_script_endings.begin(), k_script_endings.end()));

bool has_script_ending(std::string_view path) {
  return std::binary_search(k_script_endings.begin(), k_script_endings.end(), extension(path));
}

// "python3.12" -> "python3"
bool is_interpreter(std::string_view name) {
  const auto known = [](std::string_view word) {
    return std::binary_search(k_interpreters.begin(), k_interpreters.end(), word);
  };
  if (known(name)) return true;
  const std::size_t dot = name.find('.');
  return dot != std::string_view::npos && dot > 0 && known(name.substr(0, dot));
}

// Variables that name a folder which is surely not the skill's.
bool leads_elsewhere(std::string_view expansion) {
  constexpr std::string_view k_elsewhere[] = {
      "HOME", "PWD", "OLDPWD", "TMPDIR", "TMP", "TEMP", "CLAUDE_PROJECT_DIR", "CLAUDE_PLUGIN_ROOT"};
  if (expansion.starts_with("$(") || expansion.starts_with('`')) {
    return expansion.find("dirname") == std::string_view::npos && expansion.find("$0") == std::string_view::npos &&
           expansion.find("BASH_SOURCE") == std::string_view::npos;
  }
  std::size_t begin = expansion.find_first_not_of("${");
  if (begin == std::string_view::npos) return true;
  std::size_t end = begin;
  while (end < expansion.size() && is_word(expansion[end])) ++end;
  const std::string_view name = expansion.substr(begin, end - begin);
  return std::find(std::begin(k_elsewhere), std::end(k_elsewhere), name) != std::end(k_elsewhere);
}

// "$PWCLI" and "${PWCLI}" -> "PWCLI"; empty for anything else.
std::string_view variable_name(std::string_view word) {
  if (!word.starts_with('$') || word.size() < 2) return {};
  word.remove_prefix(1);
  if (word.starts_with('{') && word.ends_with('}')) word = word.substr(1, word.size() - 2);
  return !word.empty() && std::all_of(word.begin(), word.end(), is_word) ? word : std::string_view{};
}

}  // namespace

std::string ScriptCalls::find(const ShellScript& script, const ShellCommand& command) {
  for (const ShellWord& assignment : command.assignments) remember(assignment);
  const std::string_view name = command.name();
  if (name.empty()) return {};
  if (name == "export" || name == "local" || name == "readonly" || name == "declare") {
    for (std::size_t i = command.program + 1; i < command.words.size(); ++i) remember(command.words[i]);
    return {};
  }
  if (name == "cd" || name == "pushd") {
    if (command.program + 2 == command.words.size() && command.group == k_no_command) {
      const ShellWord& target = command.words.back();
      const PathReading reading = read_path(target.text, file_, skill_.folder, index_);
      const bool inside = reading.place == PathReading::Place::inside && reading.entry == FileIndex::Entry::folder;
      folder_ = inside ? reading.path : std::string{};
    }
    return {};
  }
  const ShellWord& program = command.words[command.program];
  if (program.text.find('/') != std::string::npos || has_script_ending(program.text) || program.text.starts_with('$')) {
    if (std::string path = resolve(script, program); !path.empty()) return path;
  }
  return is_interpreter(name) ? find_behind(script, command) : std::string{};
}

// NAME=value
void ScriptCalls::remember(const ShellWord& word) {
  const std::size_t equals = word.text.find('=');
  if (equals == std::string::npos || equals == 0 || word.text.find('/', equals) == std::string::npos) return;
  if (word.text.size() > 512) return;
  variables_[word.text.substr(0, equals)] = word.text.substr(equals + 1);
}

std::string ScriptCalls::find_behind(const ShellScript& script, const ShellCommand& command) {
  constexpr std::size_t k_max_words = 12;  // looked at behind the program
  const std::size_t end = std::min(command.words.size(), command.program + 1 + k_max_words);
  for (std::size_t i = command.program + 1; i < end; ++i) {
    const std::string& word = command.words[i].text;
    if (word == "-c" || word == "-e" || word == "--eval" || word == "-p" || word == "-Command") return {};
    if (word == "-m" && i + 1 < end) return resolve_module(command.words[i + 1].text);
    if (word.empty() || word.starts_with('-')) continue;
    if (std::string path = resolve(script, command.words[i]); !path.empty()) return path;
    if (has_script_ending(word)) return {};  // a script of somebody else; the rest are its arguments
  }
  return {};
}

// scripts.convert -> scripts/convert.py
std::string ScriptCalls::resolve_module(std::string_view module) const {
  const std::string path = replace_all(module, ".", "/");
  for (const std::string& candidate : {path + ".py", path + "/__main__.py"}) {
    if (std::string found = resolve_path(candidate); !found.empty()) return found;
  }
  return {};
}

std::string ScriptCalls::resolve(const ShellScript& script, const ShellWord& word) const {
  if (const std::string_view name = variable_name(word.text); !name.empty()) {
    const auto found = variables_.find(std::string(name));
    if (found == variables_.end()) return {};
    const std::size_t slash = found->second.find('/');
    if (std::string path = resolve_path(found->second); !path.empty()) return path;
    return found->second.starts_with('$') && !leads_elsewhere(found->second.substr(0, slash))
               ? resolve_path(found->second.substr(slash + 1))
               : std::string{};
  }
  if (std::string path = resolve_path(word.text); !path.empty()) return path;
  if (word.part_count == 0) return {};
  // "$SCRIPT_DIR/x.py", "$(dirname "$0")/x.py": behind a folder that cannot be known from here.
  const ShellPart& first = script.parts[word.first_part];
  if (first.kind != ShellPartKind::variable && first.kind != ShellPartKind::substitution) return {};
  if (first.end >= word.text.size() || word.text[first.end] != '/') return {};
  if (leads_elsewhere(std::string_view(word.text).substr(0, first.end))) return {};
  return resolve_path(std::string_view(word.text).substr(first.end + 1));
}

std::string ScriptCalls::resolve_path(std::string_view path) const {
  if (path.empty() || path.size() > 512) return {};
  if (!folder_.empty() && !path.starts_with('/')) {
    std::string below = normal_path(join_path(folder_, path));
    if (is_script(below)) return below;
  }
  const PathReading reading = read_path(path, file_, skill_.folder, index_);
  return reading.place == PathReading::Place::inside && is_script(reading.path) ? reading.path : std::string{};
}

// A file of the skill that can be run: by its ending, its mode, or the "#!" at its start.
bool ScriptCalls::is_script(std::string_view path) const {
  const std::size_t at = index_.file_at(path);
  if (at == FileIndex::npos) return false;
  const SkillFile& file = skill_.files[at];
  return has_script_ending(path) || file.entry.executable || source_of(skill_, file).text.starts_with("#!");
}

}  // namespace skillstow
