#include <string>

#include "base/format.h"
#include "base/text.h"
#include "safety/hosts.h"
#include "safety/shell_programs.h"
#include "safety/shell_scan.h"

// Packages and programs that come from where nobody looks after them: other registries, plain addresses, programs of
// Windows that fetch and run.
namespace skillstow {
namespace {

constexpr std::string_view k_help = "use the public registry, or say whose registry this is";

void report(ShellScan& shell, std::uint32_t i, Risk risk, std::string_view url, std::string_view what) {
  shell.report(shell.model.command(i).span, {.rule = "remote-code",
                                             .risk = risk,
                                             .message = format("{} {}", what, excerpt_of(url)),
                                             .help = std::string(k_help)});
}

// A registry that is neither the public one nor one of those that are known.
bool is_foreign(std::string_view text) {
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
}

// The risk of a registry: one that no honest author would use decides the verdict.
Risk risk_of(std::string_view text) {
  const Url url = parse_url(text);
  return url.odd() ? Risk::high : Risk::medium;
}

std::string address_in(const Invocation& run) {
  for (const Argument& argument : run.arguments) {
    if (argument.text.find("://") != std::string::npos) return argument.text;
  }
  return {};
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  for (const std::string_view one : names) {
    if (name == one) return true;
  }
  return false;
}

// pip install http://203.0.113.9/p.tar.gz, npx http://…, deno run http://…: a package from a bare address runs at once.
bool installs_from_address(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  if (!is_one_of(run.name, {"pip",     "pip3", "uv",   "uvx", "pipx", "npm",   "npx",  "pnpm",         "yarn",
                            "bun",     "bunx", "deno", "go",  "gem",  "cargo", "brew", "easy_install", "python",
                            "python3", "dpkg", "rpm",  "apt", "dnf",  "yum",   "code", "helm",         "kubectl"}))
    return false;
  if ((run.name.starts_with("python") && !(run.arguments.size() > 2 && run.arguments[1].text == "pip"))) return false;
  for (std::size_t k = 0; k < run.arguments.size(); ++k) {
    std::string_view text = run.arguments[k].text;
    if (k > 0 && run.arguments[k - 1].text.starts_with("--")) {
      const std::string& option = run.arguments[k - 1].text;
      if (option.find("proxy") != std::string::npos || option.find("host") != std::string::npos) continue;
    }
    const std::size_t at = text.find("://");
    if (at == std::string_view::npos) continue;
    if (text.starts_with("git+")) text.remove_prefix(4);
    const Url url = parse_url(text);
    if (url.kind == HostKind::raw_address || url.kind == HostKind::paste || url.kind == HostKind::tunnel ||
        url.punycode) {
      report(shell, i, Risk::high, text, "installs or runs a package from an address that nobody answers for:");
      return true;
    }
  }
  return false;
}

// npx github:owner/repo: code that no registry holds, in whatever state it is today.
void runs_repository(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  for (const Argument& argument : run.arguments) {
    const std::string_view text = argument.text;
    if (text.starts_with("-")) continue;
    if (text.starts_with("github:") || text.starts_with("gitlab:") || text.starts_with("git+"))
      report(shell, i, Risk::medium, text, "runs what stands today in the repository");
    return;
  }
}

void python_packages(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  for (const std::string_view option : {"--index-url", "--extra-index-url", "--default-index", "--index"}) {
    const std::string url = run.value_of(0, option).text;
    if (!url.empty() && is_foreign(url)) report(shell, i, risk_of(url), url, "installs packages from");
  }
  if (const std::string url = run.value_of('i', "").text; is_foreign(url) && url.find("://") != std::string::npos)
    report(shell, i, risk_of(url), url, "installs packages from");
  for (const Argument& argument : run.arguments) {
    if (argument.text.find("git+http://") == std::string::npos) continue;
    report(shell, i, Risk::high, argument.text, "installs a package over a connection that anybody can change:");
  }
  // pip config set global.index-url URL
  if (run.arguments.size() >= 4 && run.arguments[0].text == "config" && run.arguments[1].text == "set" &&
      run.arguments[2].text.find("index-url") != std::string::npos && is_foreign(run.arguments[3].text)) {
    report(shell, i, Risk::high, run.arguments[3].text, "takes all later packages from");
  }
}

void node_packages(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  const std::string registry = run.value_of(0, "--registry").text;
  if (!registry.empty() && is_foreign(registry))
    return report(shell, i, risk_of(registry), registry, "installs packages from");
  // For everything that is installed from then on, not for one package.
  if (run.arguments.size() >= 4 && run.arguments[0].text == "config" && run.arguments[1].text == "set" &&
      run.arguments[2].text == "registry" && is_foreign(run.arguments[3].text)) {
    return report(shell, i, Risk::high, run.arguments[3].text, "takes all later packages from");
  }
  for (const Argument& argument : run.arguments) {
    if (!argument.text.starts_with("registry=") || !is_foreign(argument.text.substr(9))) continue;
    report(shell, i, Risk::high, argument.text.substr(9), "takes all later packages from");
  }
}

// git config --global url."http://203.0.113.9/".insteadOf https://github.com/
void git_settings(ShellScan& shell, std::uint32_t i, const Invocation& run) {
  if (run.arguments.size() < 3 || run.arguments[0].text != "config") return;
  for (const Argument& argument : run.arguments) {
    const std::string lower = to_lower(argument.text);
    if (!lower.starts_with("url.") || !lower.ends_with(".insteadof")) continue;
    const std::string_view url = std::string_view(argument.text).substr(4, argument.text.size() - 14);
    const Url to = parse_url(url);
    if (to.kind == HostKind::unresolved || to.kind == HostKind::local || !(to.odd() || to.plain)) continue;
    report(shell, i, Risk::high, url, "takes every later clone from");
  }
}

}  // namespace

void find_supply_chain(ShellScan& shell, std::uint32_t i) {
  const Invocation& run = shell.model.runs[i];
  const std::string_view name = run.name;
  if (name.empty() || run.arguments.empty()) return;
  if (installs_from_address(shell, i, run)) return;
  const bool pip = is_one_of(name, {"pip", "pip3", "uv", "pipx", "uvx"}) ||
                   (name.starts_with("python") && run.arguments.size() > 2 && run.arguments[0].text == "-m" &&
                    run.arguments[1].text == "pip");
  if (pip) return python_packages(shell, i, run);
  if (is_one_of(name, {"npm", "pnpm", "yarn", "bun"})) return node_packages(shell, i, run);
  if (is_one_of(name, {"npx", "bunx"})) return runs_repository(shell, i, run);
  if (name == "git") return git_settings(shell, i, run);
  // Programs of Windows that fetch and run; "\\host\share\x.dll" is on another machine as well.
  if (is_one_of(name, {"mshta", "regsvr32", "rundll32", "certutil", "bitsadmin", "msiexec"})) {
    std::string url = address_in(run);
    if (url.empty() && run.arguments[0].text.starts_with("\\\\")) url = run.arguments[0].text;
    if (!url.empty())
      report(shell, i, Risk::high, url, "fetches, with a program of Windows that should not, what lies at");
  }
}

}  // namespace skillstow
