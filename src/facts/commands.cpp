#include "facts/commands.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "base/line_index.h"
#include "base/path.h"
#include "base/text.h"
#include "facts/command_names.h"
#include "facts/forbidden.h"
#include "facts/powershell_names.h"
#include "facts/script_calls.h"
#include "parse/known_tools.h"
#include "parse/shell.h"

namespace skillstow {

namespace {

// A text of the file whose lines are the file's own, without the indentation of lists around it.
struct Excerpt {
  std::string_view text;
  std::uint32_t first_line = 1;
};

// Finds what the texts of one file call.
class FileCommands {
 public:
  FileCommands(const Skill& skill, const FileIndex& index, const SourceFile& file)
      : skill_(skill), index_(index), file_(file) {}

  struct Seen {
    std::string name;
    CommandEvidence evidence;
  };

  void read_document(const Markdown& markdown);
  void read_script() { read_shell({file_.text, 1}, EvidenceKind::script, false); }

  std::vector<Seen> seen;
  std::vector<ScriptCall> calls;
  std::unordered_set<std::string> functions;  // defined in the file

 private:
  void read_code_block(const MarkdownNode& node, bool negated);
  void read_code_span(const Markdown& markdown, std::uint32_t i);
  void read_shell(const Excerpt& excerpt, EvidenceKind kind, bool negated);
  void read_powershell(const Excerpt& excerpt, bool negated);
  void read_plain(const Excerpt& excerpt, bool negated);
  bool read_call(std::string_view text, std::uint32_t line, EvidenceKind kind, bool negated);
  void add(std::string_view name, std::uint32_t line, EvidenceKind kind, bool negated);
  void add_call(std::string path, std::uint32_t line);

  const Skill& skill_;
  const FileIndex& index_;
  const SourceFile& file_;
};

void FileCommands::add(std::string_view name, std::uint32_t line, EvidenceKind kind, bool negated) {
  if (!name.empty()) seen.push_back({std::string(name), {file_.path, line, kind, negated}});
}

void FileCommands::add_call(std::string path, std::uint32_t line) {
  if (path.empty() || path == file_.path) return;
  calls.push_back({std::move(path), file_.path, line});
}

// The program is written with a letter, a digit or the start of a path.
bool may_start_command(std::string_view text) {
  return !text.empty() && (is_alnum(text[0]) || std::string_view("./~$_\\").find(text[0]) != std::string_view::npos);
}

std::string_view without_dollar(std::string_view text) {
  for (std::string_view prompt : {"$ ", "% ", "> "}) {
    if (text.starts_with(prompt)) return trim_left(text.substr(prompt.size()));
  }
  return text;
}

// "Run the tests." on a line of its own, rather than "docker build ."
bool ends_like_sentence(std::string_view line) {
  line = trim_right(line);
  if (line.size() < 2 || std::string_view(".?!:").find(line.back()) == std::string_view::npos) return false;
  return is_alpha(line[line.size() - 2]) && std::count(line.begin(), line.end(), ' ') >= 2;
}

// A text that is not marked as shell: counts if a known tool with an argument comes first.
bool FileCommands::read_call(std::string_view text, std::uint32_t line, EvidenceKind kind, bool negated) {
  if (!may_start_command(text)) return false;
  const ShellScript script = parse_shell(text);
  const auto runs = [](const ShellCommand& command) { return command.program < command.words.size(); };
  const auto first = std::find_if(script.commands.begin(), script.commands.end(), runs);
  if (first == script.commands.end() || first->broken) return false;
  ScriptCalls script_calls(skill_, index_, file_.path);
  const ShellWord& program = first->words[first->program];
  const bool tool = looks_like_call(text.substr(std::min<std::size_t>(program.span.offset, text.size())));
  std::string call = script_calls.find(script, *first);
  const bool has_argument = first->program + 1 < first->words.size();
  if (!tool && (call.empty() || !has_argument)) return false;
  add_call(std::move(call), line);
  for (const ShellCommand& command : script.commands) {
    const std::string_view name = listed_name(command);
    if (is_known_tool(name) && !is_shell_builtin(name)) add(name, line, kind, negated);
    if (&command != &*first) add_call(script_calls.find(script, command), line);
  }
  return true;
}

void FileCommands::read_shell(const Excerpt& excerpt, EvidenceKind kind, bool negated) {
  const ShellScript script = parse_shell(excerpt.text);
  const LineIndex lines(excerpt.text);
  for (const ShellFunction& function : script.functions) functions.insert(function.name);
  ScriptCalls script_calls(skill_, index_, file_.path);
  for (const ShellCommand& command : script.commands) {
    const std::uint32_t line = excerpt.first_line + lines.line(command.span.offset) - 1;
    std::string call = script_calls.find(script, command);
    const std::string_view name = listed_name(command);
    // "[a|b|c]" and "<a|b>" in a usage line are choices, not pipelines.
    const std::uint32_t at = command.span.offset;
    const bool choice = command.stage > 0 && at > 1 && excerpt.text[at - 1] == '|' && !is_space(excerpt.text[at - 2]);
    const bool is_call = !call.empty();
    add_call(std::move(call), line);
    if (choice && !is_known_tool(name)) continue;
    // The program of a call is the script itself, or what runs it.
    if (!is_call || command.words[command.program].text.find('/') == std::string::npos) add(name, line, kind, negated);
  }
}

void FileCommands::read_powershell(const Excerpt& excerpt, bool negated) {
  const LineIndex lines(excerpt.text);
  for (const NamedCommand& command : find_powershell_names(excerpt.text)) {
    add(command.name, excerpt.first_line + lines.line(command.offset) - 1, EvidenceKind::shell, negated);
  }
}

void FileCommands::read_plain(const Excerpt& excerpt, bool negated) {
  std::uint32_t number = excerpt.first_line;
  for (std::string_view line : split_lines(excerpt.text)) {
    const std::uint32_t at = number++;
    const std::string_view command = without_dollar(trim(line));
    if (!ends_like_sentence(command) && read_call(command, at, EvidenceKind::fence, negated)) continue;
    for (std::size_t i = line.find_first_of("\"'`"); i != std::string_view::npos;) {
      const std::size_t close = std::min(line.find(line[i], i + 1), line.size());
      const bool opens = i == 0 || !is_alnum(line[i - 1]);
      if (opens) read_call(line.substr(i + 1, close - i - 1), at, EvidenceKind::fence, negated);
      if (close == line.size()) break;
      i = line.find_first_of("\"'`", opens ? close + 1 : i + 1);
    }
  }
}

bool starts_with_shell_line(std::string_view text) {
  if (!text.starts_with("#!")) return false;
  const std::string_view line = text.substr(0, text.find('\n'));
  for (std::string_view shell : {"/sh", "/bash", "/zsh", "/dash", "/ksh", " sh", " bash", " zsh"}) {
    const std::size_t at = line.find(shell);
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + shell.size();
    if (end == line.size() || is_space(line[end])) return true;
  }
  return false;
}

void FileCommands::read_code_block(const MarkdownNode& node, bool negated) {
  const Excerpt excerpt{node.text, file_.line(node.content.offset)};
  const FenceKind kind = node.fenced ? fence_kind(node.info) : FenceKind::unlabelled;
  switch (kind) {
    case FenceKind::shell:
    case FenceKind::console: {
      const std::string commands = without_prompts(node.text, kind);
      if (trim(commands).empty()) return read_plain(excerpt, negated);  // a console without any prompt
      return read_shell({commands, excerpt.first_line}, EvidenceKind::shell, negated);
    }
    case FenceKind::powershell:
      return read_powershell(excerpt, negated);
    case FenceKind::unlabelled:
      if (starts_with_shell_line(node.text)) return read_shell(excerpt, EvidenceKind::shell, negated);
      return read_plain(excerpt, negated);
    case FenceKind::other:
      return;
  }
}

void FileCommands::read_code_span(const Markdown& markdown, std::uint32_t i) {
  const MarkdownNode& node = markdown.nodes[i];
  std::string_view text = trim(node.text);
  if (text.find_first_of(" \t\n") == std::string_view::npos) return;
  text = without_dollar(text);
  std::uint32_t block = node.parent;
  while (block != 0 && markdown.nodes[block].kind >= NodeKind::text) block = markdown.nodes[block].parent;
  bool negated = false;
  if (node.exact) {
    const Span around = markdown.nodes[block].span;
    const std::string_view whole = file_.text;
    negated = is_forbidden(slice(whole, span_between(around.offset, node.span.offset)),
                           slice(whole, span_between(node.span.end(), std::max(around.end(), node.span.end()))));
  }
  read_call(text, file_.line(node.span.offset), EvidenceKind::inline_code, negated);
}

void FileCommands::read_document(const Markdown& markdown) {
  std::uint32_t paragraph = 0;  // the last block, if it was a paragraph
  for (std::uint32_t i = 1; i < markdown.nodes.size(); ++i) {
    const MarkdownNode& node = markdown.nodes[i];
    if (node.kind == NodeKind::code_span) {
      read_code_span(markdown, i);
    } else if (node.kind == NodeKind::paragraph) {
      paragraph = i;
    } else if (node.kind == NodeKind::code_block) {
      bool negated = false;  // "Never run this:" and the fence
      if (paragraph != 0 && markdown.nodes[paragraph].end == i && markdown.nodes[paragraph].parent == node.parent) {
        negated = announces_forbidden(slice(file_.text, markdown.nodes[paragraph].span));
      }
      read_code_block(node, negated);
    }
  }
}

bool is_shell_script(const SkillFile& file) {
  const std::string_view ending = extension(file.entry.path);
  for (std::string_view shell : {".sh", ".bash", ".zsh", ".ksh"}) {
    if (equals_ignoring_case(ending, shell)) return true;
  }
  return starts_with_shell_line(file.source.text);
}

// Puts what the files call together under the programs' names.
class Gatherer {
 public:
  void take(const FileCommands& file, const std::unordered_set<std::string>& functions) {
    for (const FileCommands::Seen& found : file.seen) {
      if (functions.contains(found.name)) continue;
      const auto [place, added] = places_.emplace(found.name, facts.commands.size());
      if (added) facts.commands.push_back({found.name, {}});
      std::vector<CommandEvidence>& evidence = facts.commands[place->second].evidence;
      const auto same = [&](const CommandEvidence& known) {
        return known.line == found.evidence.line && known.kind == found.evidence.kind &&
               known.negated == found.evidence.negated && known.file == found.evidence.file;
      };
      // The places of one file come in rising order, but for those inside words of a command.
      const auto recent = evidence.rbegin() + std::min<std::ptrdiff_t>(8, std::ssize(evidence));
      if (std::find_if(evidence.rbegin(), recent, same) == recent) evidence.push_back(found.evidence);
    }
    for (const ScriptCall& call : file.calls) {
      if (calls_.emplace(call.path, call.file, call.line).second) facts.scripts.push_back(call);
    }
  }

  CommandFacts finish() {
    std::erase_if(facts.commands, [](const Command& command) {
      return std::all_of(command.evidence.begin(), command.evidence.end(),
                         [](const CommandEvidence& evidence) { return evidence.negated; });
    });
    return std::move(facts);
  }

  CommandFacts facts;

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::set<std::tuple<std::string, std::string, std::uint32_t>> calls_;
};

}  // namespace

std::string_view name_of(EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::shell:
      return "shell";
    case EvidenceKind::fence:
      return "fence";
    case EvidenceKind::inline_code:
      return "inline";
    case EvidenceKind::script:
      return "script";
  }
  return {};
}

CommandFacts find_commands(const Skill& skill, const Documents& documents, const FileIndex& index) {
  Gatherer gatherer;
  for (const Document& document : documents.all()) {
    FileCommands file(skill, index, *document.file);
    file.read_document(*document.markdown);
    gatherer.take(file, file.functions);
  }
  // Scripts source one another, so a function of one is known in all.
  std::vector<FileCommands> scripts;
  std::unordered_set<std::string> functions;
  for (const SkillFile& file : skill.files) {
    if (file.kind != ContentKind::text || is_manifest(skill, file) || is_markdown_path(file.entry.path)) continue;
    if (!is_shell_script(file)) continue;
    scripts.emplace_back(skill, index, file.source).read_script();
    functions.insert(scripts.back().functions.begin(), scripts.back().functions.end());
  }
  for (const FileCommands& script : scripts) gatherer.take(script, functions);
  return gatherer.finish();
}

}  // namespace skillstow
