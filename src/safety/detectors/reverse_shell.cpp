#include "base/format.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// A shell that somebody else sits at: its input and output lead to another machine. Opening a port to see whether it
// answers is none.
namespace skillstow {
namespace {

void report(ShellScan& shell, Span span, std::string_view where) {
  shell.report(span, {.rule = "reverse-shell",
                      .risk = Risk::critical,
                      .message = format("gives whoever listens at {} a shell on this machine",
                                        where.empty() ? std::string("the other end") : excerpt_of(where)),
                      .help = "remove it",
                      .firm = true});
}

bool is_shell_word(std::string_view text) {
  for (const std::string_view name : {"sh", "bash", "/bin/sh", "/bin/bash", "zsh", "/bin/zsh", "cmd.exe", "cmd",
                                      "powershell", "powershell.exe", "/usr/bin/bash", "/bin/dash"}) {
    if (text == name) return true;
  }
  return false;
}

}  // namespace

void find_reverse_shells(ShellScan& shell, std::uint32_t i) {
  const ShellModel& model = shell.model;
  const Invocation& run = model.runs[i];
  const ShellCommand& command = model.command(i);
  std::string_view device;
  for (const ShellRedirect& redirect : command.redirects) {
    if (redirect.target.text.starts_with("/dev/tcp/") || redirect.target.text.starts_with("/dev/udp/")) {
      device = redirect.target.text;
    }
  }
  if (!device.empty()) {
    const Interpreter interpreter = interpreter_of(run);
    if (interpreter.is && (interpreter.reads_input || run.has_flag('i'))) return report(shell, command.span, device);
    // exec 5<>/dev/tcp/…, and then what arrives at 5 is run.
    for (const ShellRedirect& redirect : command.redirects) {
      if (redirect.fd > 2 && redirect.target.text == device) {
        if (shell.scan.memory.remote_inputs.size() >= k_most_remembered) {
          shell.scan.left_out(shell.view, command.span, "opens more connections than are followed");
          break;
        }
        shell.scan.memory.remote_inputs[format("{}", redirect.fd)] = device;
      }
    }
    return;
  }
  // cat <&5 | while read l; do $l; done
  if (!run.program.known && run.program.text.starts_with("$") && !shell.scan.memory.remote_inputs.empty()) {
    for (const ShellRedirect& redirect : command.redirects) {
      const auto known = shell.scan.memory.remote_inputs.find(redirect.target.text);
      if (redirect.op.ends_with("&") && known != shell.scan.memory.remote_inputs.end() &&
          known->second.starts_with("/dev/")) {
        return report(shell, command.span, known->second);
      }
    }
  }
  const std::string_view name = run.name;
  if (name == "nc" || name == "ncat" || name == "netcat" || name == "nc.traditional") {
    std::string_view where;
    bool runs_shell = false;
    for (std::size_t k = 0; k < run.arguments.size(); ++k) {
      const std::string_view text = run.arguments[k].text;
      if (text.starts_with("-") &&
          (text.ends_with("e") || text.ends_with("c") || text == "--exec" || text == "--sh-exec") &&
          k + 1 < run.arguments.size()) {
        runs_shell = runs_shell ||
                     is_shell_word(trim(
                         std::string_view(run.arguments[k + 1].text).substr(0, run.arguments[k + 1].text.find(' '))));
      } else if (where.empty() && !text.starts_with("-") && text.find('.') != std::string_view::npos) {
        where = text;
      }
    }
    if (runs_shell) return report(shell, command.span, where);
    // mkfifo p; cat p | sh -i | nc host port > p
    for (const std::uint32_t source : model.upstream(i)) {
      const Interpreter interpreter = interpreter_of(model.runs[source]);
      const bool interactive = interpreter.is && interpreter.language == Language::shell && interpreter.reads_input;
      if (interactive) return report(shell, model.pipeline_span(i), where);
    }
    return;
  }
  if (name == "socat") {
    bool runs = false;
    std::string_view where;
    for (const Argument& argument : run.arguments) {
      const std::string lower = to_lower(argument.text);
      if ((lower.starts_with("exec:") || lower.starts_with("system:")) && lower.find("sh") != std::string::npos)
        runs = true;
      if (lower.starts_with("tcp") || lower.starts_with("udp") || lower.starts_with("openssl")) where = argument.text;
    }
    if (runs && !where.empty()) report(shell, command.span, where);
    return;
  }
  if (name == "telnet" || name == "openssl") {
    bool before = false;
    bool after = false;
    for (const std::uint32_t source : model.upstream(i)) before = before || interpreter_of(model.runs[source]).is;
    for (const std::uint32_t sink : model.downstream(i)) {
      const Interpreter interpreter = interpreter_of(model.runs[sink]);
      after = after || (interpreter.is && interpreter.reads_input && interpreter.language == Language::shell);
    }
    // What arrives is run, and what that puts out goes back by way of a file.
    bool returns = false;
    for (const ShellRedirect& redirect : command.redirects) returns = returns || redirect.op == "<";
    if (after && (before || returns || name == "telnet")) report(shell, model.pipeline_span(i), "");
    return;
  }
  // The way back in: a port of that machine leads to this one's ssh.
  if (name == "ssh") {
    const std::string way = run.value_of('R', "").text;
    const Url where =
        parse_url(run.arguments.empty() ? std::string_view() : std::string_view(run.arguments.back().text));
    if (way.ends_with(":22") && where.kind == HostKind::raw_address)
      report(shell, command.span, run.arguments.back().text);
    return;
  }
  // The sockets of awk and zsh.
  if (name == "awk" || name == "gawk") {
    for (const Argument& argument : run.arguments) {
      if (argument.text.find("/inet/tcp/") != std::string::npos && argument.text.find("getline") != std::string::npos)
        return report(shell, command.span, "/inet/tcp");
    }
    return;
  }
  if (name == "ztcp" && !run.arguments.empty() && shell.view.text.find("zsh >&") != std::string_view::npos) {
    return report(shell, command.span, run.arguments[0].text);
  }
  // Miners: somebody else's use of the machine.
  if (name == "xmrig" || name == "minerd" || name == "cpuminer" || name == "xmr-stak") {
    shell.report(command.span, {.rule = "code-execution",
                                .risk = Risk::high,
                                .message = "mines cryptocurrency with the user's machine",
                                .help = "remove it"});
    return;
  }
  for (const Argument& argument : run.arguments) {
    if (argument.text.starts_with("stratum+tcp://") || argument.text.starts_with("stratum+ssl://")) {
      shell.report(
          command.span,
          {.rule = "code-execution", .risk = Risk::high, .message = "connects to a mining pool", .help = "remove it"});
      return;
    }
  }
}

}  // namespace skillstow
