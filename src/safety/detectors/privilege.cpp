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
      return report(shell, span, Risk::medium,
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
  // The agents' own guards.
  for (const Argument& argument : run.arguments) {
    if (argument.text == "--dangerously-skip-permissions" ||
        argument.text == "--dangerously-bypass-approvals-and-sandbox" || argument.text == "--yolo") {
      return report(shell, span, Risk::low, "starts an agent that asks for nothing before it acts",
                    "leave the confirmations on, or say plainly where this is safe");
    }
  }
  auto overrides_address = [&](std::string_view assignment) {
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

void find_supply_chain(ShellScan& shell, std::uint32_t i) {
  const Invocation& run = shell.model.runs[i];
  const Span span = shell.model.command(i).span;
  const std::string_view name = run.name;
  auto report_source = [&](Risk risk, std::string_view url, std::string_view what) {
    shell.report(span, {.rule = "remote-code",
                        .risk = risk,
                        .message = format("{} {}", what, excerpt_of(url)),
                        .help = "use the public registry, or say whose registry this is"});
  };
  auto foreign = [](std::string_view text) {
    const Url url = parse_url(text);
    if (url.host.empty() || url.kind == HostKind::local || url.kind == HostKind::unresolved) return false;
    for (const std::string_view known :
         {"pypi.org", "test.pypi.org", "npmjs.org", "yarnpkg.com", "download.pytorch.org", "npm.pkg.github.com",
          "pypi.nvidia.com", "npmmirror.com", "pypi.tuna.tsinghua.edu.cn", "mirrors.aliyun.com", "us-python.pkg.dev",
          "flashinfer.ai", "wheels.vllm.ai", "data.pyg.org", "storage.googleapis.com", "packages.microsoft.com",
          "pkgs.dev.azure.com", "gitlab.com", "jsr.io"}) {
      if (url.host == known || url.host.ends_with(std::string(".") + std::string(known))) return false;
    }
    return !url.host.ends_with(".pkg.dev") && !url.host.ends_with(".github.io") &&
           !url.host.ends_with(".amazonaws.com") && !url.host.ends_with("example.com");
  };
  const bool pip = name == "pip" || name == "pip3" || name == "uv" || name == "pipx" ||
                   (name.starts_with("python") && run.arguments.size() > 2 && run.arguments[0].text == "-m" &&
                    run.arguments[1].text == "pip");
  if (pip) {
    for (const std::string_view option : {"--index-url", "--extra-index-url", "--default-index", "--index"}) {
      const std::string url = run.value_of(0, option).text;
      if (!url.empty() && foreign(url)) report_source(Risk::medium, url, "installs packages from");
    }
    for (const Argument& argument : run.arguments) {
      const std::size_t at = argument.text.find("git+http://");
      if (at != std::string::npos) {
        report_source(Risk::medium, argument.text, "installs a package over a connection that anybody can change:");
      }
    }
    return;
  }
  if (name == "npm" || name == "pnpm" || name == "yarn" || name == "bun") {
    const std::string registry = run.value_of(0, "--registry").text;
    if (!registry.empty() && foreign(registry)) return report_source(Risk::medium, registry, "installs packages from");
    if (run.arguments.size() >= 4 && run.arguments[0].text == "config" && run.arguments[1].text == "set" &&
        run.arguments[2].text == "registry" && foreign(run.arguments[3].text)) {
      return report_source(Risk::medium, run.arguments[3].text, "takes all later packages from");
    }
    for (const Argument& argument : run.arguments) {
      if (argument.text.starts_with("registry=") && foreign(argument.text.substr(9))) {
        report_source(Risk::medium, argument.text.substr(9), "takes all later packages from");
      }
    }
  }
  // Programs of Windows that fetch and run.
  const auto has_url = [&]() -> std::string {
    for (const Argument& argument : run.arguments) {
      if (argument.text.find("://") != std::string::npos) return argument.text;
    }
    return {};
  };
  if (name == "mshta" || name == "regsvr32" || name == "rundll32" || name == "certutil" || name == "bitsadmin" ||
      name == "msiexec") {
    const std::string url = has_url();
    if (url.empty()) return;
    report_source(Risk::high, url, "fetches, with a program of Windows that should not, what lies at");
  }
}

}  // namespace skillstow
