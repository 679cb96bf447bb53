#include "base/format.h"
#include "base/text.h"
#include "safety/paths.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"
#include "safety/triggers.h"

// What stays after the task is done: start-up files, timers, hooks, keys, and the files from which agents take their
// instructions.
namespace skillstow {
namespace {

constexpr std::string_view k_help = "tell the user what would stay on the machine and let them add it themselves";

struct Place_ {
  std::string_view part;  // of the path, lower case
  std::string_view what;
  Risk risk;
  bool own_line = false;  // an "export PATH=…" or alias in it is what installations do
};

constexpr Place_ k_places[] = {
    {".bashrc", "the shell's start-up file", Risk::medium, true},
    {".zshrc", "the shell's start-up file", Risk::medium, true},
    {".bash_profile", "the shell's start-up file", Risk::medium, true},
    {".zprofile", "the shell's start-up file", Risk::medium, true},
    {".zshenv", "the shell's start-up file", Risk::medium, true},
    {"~/.profile", "the shell's start-up file", Risk::medium, true},
    {"config.fish", "the shell's start-up file", Risk::medium, true},
    {"/etc/profile", "the start-up file of every shell", Risk::medium, true},
    {".ssh/authorized_keys", "the list of keys that may log in", Risk::high},
    {"/etc/cron", "the system's timers", Risk::high},
    {"/var/spool/cron", "the system's timers", Risk::high},
    {"library/launchagents", "what macOS starts at log-in", Risk::medium},
    {"library/launchdaemons", "what macOS starts by itself", Risk::medium},
    {"/etc/systemd/system", "the system's services", Risk::medium},
    {".config/systemd/user", "the user's services", Risk::medium},
    {".config/autostart", "what the desktop starts at log-in", Risk::medium},
    {"start menu/programs/startup", "what Windows starts at log-in", Risk::high},
    {"/etc/ld.so.preload", "what is loaded into every program", Risk::high},
    {"/etc/rc.local", "what the system runs at start", Risk::high},
    {"/etc/hosts", "the system's host names", Risk::medium},
};

// Files from which agents take standing instructions or settings, in the user's home: they rule every later session.
constexpr std::string_view k_agent_files[] = {
    "/.claude/claude.md",
    "/.claude/settings.json",
    "/.claude/settings.local.json",
    "/.codex/agents.md",
    "/.codex/config.toml",
    "/.gemini/gemini.md",
    "/.gemini/settings.json",
    "/.cursor/mcp.json",
    "/.openclaw/workspace/",
    "/.openclaw/openclaw.json",
    "/.clawdbot/",
    "/soul.md",
    "/.config/opencode/agents.md",
    "/.claude.json",
    "/.continue/config",
    "/.codeium/windsurf/memories",
};

bool has_part(std::string_view path, std::string_view part) { return path.find(part) != std::string_view::npos; }

// A line that only sets a path or an alias, as installers of tools add it.
bool is_plain_setting(std::string_view line) {
  line = trim(line);
  if (line.find("$(cu") != std::string_view::npos || line.find("| sh") != std::string_view::npos ||
      line.find("| bash") != std::string_view::npos || line.find("base64") != std::string_view::npos ||
      line.find("http") != std::string_view::npos) {
    return false;
  }
  return line.starts_with("export ") || line.starts_with("alias ") || line.starts_with("eval \"$(") ||
         line.starts_with("eval '$(") || line.starts_with("source ") || line.starts_with("[") ||
         line.starts_with("# ") || line.starts_with("PATH=") || line.starts_with("set -gx") ||
         line.starts_with("autoload") || line.starts_with("fpath") || line.starts_with(". ") ||
         line.starts_with("if [") || line.starts_with("complete ");
}

// alias sudo=/tmp/.s, export LD_PRELOAD=/tmp/x.so: from then on something else runs under a known name.
bool replaces_command(std::string_view line) {
  line = trim(line);
  for (const std::string_view start : {"alias sudo=", "alias ssh=", "alias git=", "alias ls=", "alias cd=",
                                       "export LD_PRELOAD=", "export DYLD_INSERT_LIBRARIES="}) {
    if (!line.starts_with(start)) continue;
    std::string_view value = line.substr(start.size());
    while (!value.empty() && (value.front() == '"' || value.front() == '\'')) value.remove_prefix(1);
    return value.starts_with("/tmp") || value.starts_with("/var/tmp") || value.starts_with("/dev/shm") ||
           value.find("/.") != std::string_view::npos;
  }
  return line.starts_with("PROMPT_COMMAND=") || line.starts_with("export PROMPT_COMMAND=")
             ? line.find("curl") != std::string_view::npos || line.find("wget") != std::string_view::npos
             : false;
}

void report(ShellScan& shell, Span span, Risk risk, std::string message) {
  shell.report(span, {.rule = "persistence", .risk = risk, .message = std::move(message), .help = std::string(k_help)});
}

// What is written: the words of echo or printf in front of the redirection or the pipe.
std::string written_text(const ShellModel& model, std::string_view text, std::uint32_t i, bool& known) {
  const Invocation* run = &model.runs[i];
  for (const ShellRedirect& redirect : model.command(i).redirects) {
    if (redirect.op == "<<<" || redirect.here_document.length != 0) {
      known = true;
      return redirect.op == "<<<" ? redirect.target.text : std::string(slice(text, redirect.here_document));
    }
  }
  if (run->name == "tee") {
    const std::vector<std::uint32_t> sources = model.upstream(i);
    if (sources.empty()) return {};
    run = &model.runs[sources.back()];
  }
  if (run->name != "echo" && run->name != "printf") return {};
  known = true;
  std::string words;
  for (const Argument& argument : run->arguments) {
    if (!words.empty()) words += ' ';
    words += argument.text;
  }
  return run->name == "printf" ? replace_all(words, "\\n", "\n") : words;
}

// The commands inside what is written, in whatever form: a line of a timer, ExecStart of a unit, a key of a list.
bool holds_danger(ShellScan& shell, Span span, std::string_view text) {
  if (find_triggers(text).mask == 0) return false;
  if (shell.scan.inside(shell.view, span, std::string(text), Language::shell, "")) return true;
  for (const std::string_view start : {"curl ", "wget ", "bash ", "sh -c", "python", "nc ", "powershell"}) {
    const std::size_t at = text.find(start);
    if (at == std::string_view::npos) continue;
    std::string command(text.substr(at, text.find('\n', at) - at));
    command = replace_all(replace_all(command, "</string><string>", " "), "</string>", "");
    // A quote that was opened before the command stands open behind it.
    while (!command.empty() &&
           (command.back() == '"' || command.back() == '\'' || command.back() == '}' || command.back() == ']'))
      command.pop_back();
    if (shell.scan.inside(shell.view, span, std::move(command), Language::shell, "")) return true;
  }
  return false;
}

void writes_to(ShellScan& shell, std::uint32_t i, std::string_view target) {
  std::string path = to_lower(plain_path(target));
  if (path.find('/') == std::string::npos && path.find('.') != 0) return;
  const Span span = shell.model.pipeline_span(i);
  for (const std::string_view file : k_agent_files) {
    if (!has_part(path, file) || !(path.starts_with("~") || path.starts_with("/home") || path.starts_with("/root")))
      continue;
    bool known = false;
    const std::string written = written_text(shell.model, shell.view.text, i, known);
    const std::string text = to_lower(written);
    const bool hides = has_part(text, "never mention") || has_part(text, "do not mention") ||
                       has_part(text, "do not tell") || has_part(text, "don't tell") || has_part(text, "ignore ") ||
                       has_part(text, "always run") || (known && holds_danger(shell, span, written));
    return report(shell, span, hides ? Risk::high : Risk::medium,
                  format("writes to \"{}\", which rules every later session of the agent", excerpt_of(target)));
  }
  for (const Place_& place : k_places) {
    if (!has_part(path, place.part)) continue;
    bool known = false;
    const std::string text = written_text(shell.model, shell.view.text, i, known);
    if (known && place.own_line && replaces_command(text)) {
      return report(shell, span, Risk::high,
                    format("puts a program of its own in place of another one, in \"{}\"", excerpt_of(target)));
    }
    if (known && place.own_line && is_plain_setting(text)) {
      return report(shell, span, Risk::low, format("adds a line to \"{}\", {}", excerpt_of(target), place.what));
    }
    // What it writes runs again and again: judged like any other command.
    if (known && holds_danger(shell, span, text)) {
      return report(shell, span, Risk::critical,
                    format("puts a dangerous command into \"{}\", {}", excerpt_of(target), place.what));
    }
    return report(shell, span, place.risk, format("writes to \"{}\", {}", excerpt_of(target), place.what));
  }
  if (has_part(path, ".git/hooks/") && !path.ends_with(".sample")) {
    bool known = false;
    const std::string text = written_text(shell.model, shell.view.text, i, known);
    const bool danger = known && holds_danger(shell, span, text);
    report(shell, span, danger ? Risk::critical : Risk::low,
           format("writes the Git hook \"{}\", which runs by itself from then on", excerpt_of(target)));
  }
}

}  // namespace

void find_persistence(ShellScan& shell, std::uint32_t i) {
  const ShellModel& model = shell.model;
  const Invocation& run = model.runs[i];
  const ShellCommand& command = model.command(i);
  for (const ShellRedirect& redirect : command.redirects) {
    if (redirect.op.starts_with(">") && redirect.op != ">&") writes_to(shell, i, redirect.target.text);
  }
  const std::string_view name = run.name;
  if (name == "tee" || name == "cp" || name == "mv" || name == "install" || name == "ln") {
    if (!run.arguments.empty() && (name == "tee" || run.arguments.size() > 1))
      writes_to(shell, i, run.arguments.back().text);
    return;
  }
  if (name == "crontab") {
    // "crontab -" and "crontab FILE" replace the list; -l and -e only show it.
    if (run.arguments.empty()) return;
    const std::string_view last = run.arguments.back().text;
    if (last == "-l" || last == "-e" || run.has_flag('l') || run.has_flag('e')) return;
    if (last == "-r") return report(shell, command.span, Risk::medium, "removes all timers of the user");
    Risk risk = Risk::medium;
    const std::string_view text = slice(shell.view.text, model.pipeline_span(i));
    const std::size_t from = std::min(text.find("echo"), text.find("printf"));
    if (from != std::string_view::npos) {
      // The line's own command, behind its five fields or "@reboot".
      if (holds_danger(shell, model.pipeline_span(i), text.substr(from, text.rfind('|') - from))) risk = Risk::critical;
      if (text.find("/tmp/.") != std::string_view::npos) risk = Risk::high;
    }
    return report(shell, model.pipeline_span(i), risk, "adds a timer that runs a command from then on");
  }
  if (name == "launchctl" && !run.arguments.empty() &&
      (run.arguments[0].text == "load" || run.arguments[0].text == "bootstrap" || run.arguments[0].text == "enable")) {
    // With the file put there by the skill itself, nothing is left for the user to decide.
    const bool own = shell.view.text.find("LaunchAgents") != shell.view.text.rfind("LaunchAgents");
    return report(shell, command.span, own ? Risk::high : Risk::medium, "makes macOS start a program by itself");
  }
  if (name == "git" && run.arguments.size() >= 2 && run.arguments[0].text == "config") {
    for (const Argument& argument : run.arguments) {
      if (equals_ignoring_case(argument.text, "core.hookspath") && run.has_flag(0, "--global")) {
        const std::string_view folder = run.arguments.back().text;
        return report(shell, command.span, folder.starts_with("/tmp") ? Risk::high : Risk::medium,
                      "makes Git run hooks of its own in every repository");
      }
    }
    return;
  }
  if (name == "at" || name == "batch") {
    for (const ShellRedirect& redirect : command.redirects) {
      if (redirect.op != "<<<" ||
          !shell.scan.inside(shell.view, command.span, redirect.target.text, Language::shell, ""))
        continue;
      return report(shell, command.span, Risk::critical, "adds a timer that runs a dangerous command later");
    }
  }
  for (const ShellWord& word : command.assignments) {
    if (word.text.starts_with("LD_PRELOAD=") || word.text.starts_with("DYLD_INSERT_LIBRARIES=")) {
      const std::string_view library = std::string_view(word.text).substr(word.text.find('=') + 1);
      if (library.starts_with("/tmp") || library.starts_with("./") || library.starts_with("$")) {
        report(shell, command.span, Risk::medium, "loads a library of its own into another program");
      }
    }
  }
}

}  // namespace skillstow
