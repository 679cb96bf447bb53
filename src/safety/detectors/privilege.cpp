#include "base/format.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/paths.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// More rights than the task needs, and guards that are switched off: sudoers, setuid, containers that own the host,
// macOS quarantine, the agents' own confirmations.
namespace skillstow {
namespace {

void report(ShellScan& shell, Span span, Risk risk, std::string message, std::string_view help) {
  shell.report(span, {.rule = "privilege", .risk = risk, .message = std::move(message), .help = std::string(help)});
}

bool changes_sudoers(const ShellScan& shell, std::uint32_t i) {
  const Invocation& run = shell.model.runs[i];
  for (const ShellRedirect& redirect : shell.model.command(i).redirects) {
    if (redirect.op.starts_with(">") && redirect.target.text.starts_with("/etc/sudoers")) return true;
  }
  if (run.name != "tee" && run.name != "cp" && run.name != "mv" && run.name != "install") return false;
  return !run.arguments.empty() && run.arguments.back().text.starts_with("/etc/sudoers");
}

void container(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  bool privileged = false;
  bool host_root = false;
  bool socket = false;
  for (std::size_t k = 0; k < run.arguments.size(); ++k) {
    std::string_view text = run.arguments[k].text;
    privileged = privileged || text == "--privileged" || text == "--cap-add=ALL" || text == "--pid=host";
    socket = socket || text.find("docker.sock") != std::string_view::npos;
    if (text.starts_with("--volume=")) text.remove_prefix(9);
    if (text.starts_with("/:") || text.find("source=/,") != std::string_view::npos) host_root = true;
  }
  const Span span = shell.model.command(i).span;
  if (host_root) {
    report(shell, span, privileged ? Risk::high : Risk::medium, "gives a container the whole disk of the host",
           "mount only the folder that the container needs");
  } else if (privileged) {
    report(shell, span, Risk::medium, "starts a container with all rights over the host",
           "give it only the capability that it needs");
  } else if (socket) {
    report(shell, span, Risk::low, "gives a container control over Docker, and so over the host",
           "leave the socket out if the task allows");
  }
}

// Whether the file that the command was given is run by one of the next: xattr -d … ./tool && ./tool
bool runs_next(const ShellScan& shell, std::uint32_t i) {
  constexpr std::uint32_t k_reach = 4;
  const Invocation& run = shell.model.runs[i];
  if (run.arguments.empty()) return false;
  const std::string path = plain_path(run.arguments.back().text);
  for (std::uint32_t next = i + 1; next < shell.model.runs.size() && next <= i + k_reach; ++next) {
    const Invocation& other = shell.model.runs[next];
    if (plain_path(other.program.text) == path) return true;
    if (other.name != "open" && !interpreter_of(other).is) continue;
    for (const Argument& argument : other.arguments) {
      if (plain_path(argument.text) == path) return true;
    }
  }
  return false;
}

// Checks and firewalls that are switched off, records that are deleted, users that are root.
void switches_off(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  const Span span = shell.model.command(i).span;
  const auto is = [&](std::size_t k, std::string_view text) {
    return k < run.arguments.size() && run.arguments[k].text == text;
  };
  constexpr std::string_view k_remove = "remove it";
  if (run.name == "ufw" && is(0, "disable"))
    return report(shell, span, Risk::high, "switches the firewall off", k_remove);
  if (run.name == "systemctl" && (is(0, "stop") || is(0, "disable"))) {
    for (const Argument& argument : run.arguments) {
      const std::string_view unit = std::string_view(argument.text).substr(0, argument.text.find('.'));
      if (unit == "auditd" || unit == "firewalld" || unit == "apparmor" || unit == "fail2ban" || unit == "rsyslog" ||
          unit == "clamav-daemon" || unit == "falcon-sensor") {
        return report(shell, span, Risk::high, "switches a guard of the system off", k_remove);
      }
    }
  }
  if ((run.name == "useradd" || run.name == "usermod") && run.has_flag('o', "--non-unique") &&
      run.value_of('u', "--uid").text == "0") {
    return report(shell, span, Risk::high, "makes a user that is the administrator under another name", k_remove);
  }
  if (run.name == "git" && is(0, "config")) {
    for (std::size_t k = 1; k + 1 < run.arguments.size(); ++k) {
      if (equals_ignoring_case(run.arguments[k].text, "http.sslverify") && is(k + 1, "false")) {
        return report(shell, span, Risk::medium, "makes Git trust any server", "name the certificate of the server");
      }
    }
  }
  if (run.name == "claude" || run.name == "codex" || run.name == "gemini") {
    for (const Argument& argument : run.arguments) {
      if (equals_ignoring_case(argument.text, "bypassPermissions") && is(0, "config")) {
        return report(shell, span, Risk::high, "makes every later session of an agent act without asking", k_remove);
      }
    }
    // claude mcp add NAME -- COMMAND …: the command runs in every later session.
    std::string words;
    bool behind = false;
    for (const Argument& argument : run.arguments) {
      if (behind) words += (words.empty() ? "'" : " '") + replace_all(argument.text, "'", "'\\''") + "'";
      behind = behind || argument.text == "--";
    }
    if (is(0, "mcp") && !words.empty()) shell.scan.inside(shell.view, span, words, Language::shell, "");
  }
}

}  // namespace

void find_privilege(ShellScan& shell, std::uint32_t i) {
  const ShellModel& model = shell.model;
  const Invocation& run = model.runs[i];
  const Span span = model.command(i).span;
  const std::string_view name = run.name;
  if (changes_sudoers(shell, i)) {
    return report(shell, model.pipeline_span(i), Risk::high, "lets a user become administrator without a password",
                  "remove it; ask for the password when it is needed");
  }
  if (name == "docker" || name == "podman" || name == "nerdctl") return container(shell, i, run);
  if (name == "chmod") {
    for (const Argument& argument : run.arguments) {
      const std::string_view mode = argument.text;
      const bool setuid = mode == "u+s" || mode == "+s" || mode == "ug+s" ||
                          (mode.size() == 4 && mode[0] >= '4' && mode[0] <= '7' &&
                           mode.find_first_not_of("01234567") == std::string_view::npos && mode[0] != '5');
      if (setuid && mode[0] != '1' && mode[0] != '2') {
        return report(shell, span, Risk::high, "makes a program run with its owner's rights for everybody",
                      "remove the setuid bit");
      }
    }
    return;
  }
  if (name == "setcap" && !run.arguments.empty()) {
    return report(shell, span, Risk::medium, "gives a program rights of the administrator", "say why it needs them");
  }
  if (name == "xattr") {
    bool quarantine = run.has_flag('c');
    bool removes = run.has_flag('d') || run.has_flag('c');
    for (const Argument& argument : run.arguments) quarantine = quarantine || argument.text == "com.apple.quarantine";
    if (quarantine && removes) {
      return report(shell, span, runs_next(shell, i) ? Risk::high : Risk::medium,
                    "takes away the mark by which macOS checks a program that was downloaded",
                    "let the user decide when macOS asks");
    }
    return;
  }
  if ((name == "spctl" && (run.has_flag(0, "--master-disable") || run.has_flag(0, "--global-disable"))) ||
      (name == "csrutil" && !run.arguments.empty() && run.arguments[0].text == "disable") ||
      (name == "setenforce" && !run.arguments.empty() && run.arguments[0].text == "0")) {
    return report(shell, span, Risk::high, "switches a guard of the system off", "remove it");
  }
  switches_off(shell, i, run);
  // The agents' own guards.
  for (const Argument& argument : run.arguments) {
    if (argument.text == "--dangerously-skip-permissions" ||
        argument.text == "--dangerously-bypass-approvals-and-sandbox" || argument.text == "--yolo") {
      return report(shell, span, Risk::low, "starts an agent that asks for nothing before it acts",
                    "leave the confirmations on, or say plainly where this is safe");
    }
  }
  auto overrides_address = [&](std::string_view assignment) {
    for (const std::string_view variable : {"HTTPS_PROXY=", "https_proxy=", "ALL_PROXY=", "HTTP_PROXY="}) {
      if (!assignment.starts_with(variable)) continue;
      const Url url = parse_url(assignment.substr(variable.size()));
      if (url.kind != HostKind::raw_address && url.kind != HostKind::tunnel) continue;
      report(shell, span, Risk::high, format("leads all traffic through {}", url.host), "let the user choose a proxy");
    }
    for (const std::string_view variable : {"ANTHROPIC_BASE_URL=", "OPENAI_BASE_URL=", "ANTHROPIC_API_URL="}) {
      if (!assignment.starts_with(variable)) continue;
      const Url url = parse_url(assignment.substr(variable.size()));
      if (url.host.empty() || url.kind == HostKind::local) return;
      report(shell, span, url.odd() || url.plain ? Risk::high : Risk::low,
             format("sends the agent's conversations and key to {}", url.host),
             "name the service and let the user choose it");
    }
  };
  for (const ShellWord& word : model.command(i).assignments) overrides_address(word.text);
  if (name == "export") {
    for (const Argument& argument : run.arguments) overrides_address(argument.text);
  }
  if (run.elevated && !shell.scan.asks_for_rights) {
    // Once for each skill: that it asks for administrator rights is a fact to know, not a fault.
    shell.scan.asks_for_rights = true;
    report(shell, span, Risk::low, "asks for the rights of the administrator", "say why it needs them");
  }
}

}  // namespace skillstow
