#include "safety/hosts.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

// Installers that their vendors document as "curl … | sh", by exact host and start of the path: names below a vendor's
// may serve what its customers put there. What they give can still change; a finding names them with a low risk.
struct Installer {
  std::string_view host;
  std::string_view path;  // start of the path; "" = any
};
constexpr Installer k_installers[] = {
    {"sh.rustup.rs", ""},
    {"static.rust-lang.org", ""},
    {"win.rustup.rs", ""},
    {"astral.sh", ""},
    {"get.docker.com", ""},
    {"bun.sh", ""},
    {"bun.com", ""},
    {"deno.land", "/install"},
    {"deno.land", "/x/install"},
    {"fnm.vercel.app", ""},
    {"get.pnpm.io", ""},
    {"get.volta.sh", ""},
    {"install.python-poetry.org", ""},
    {"pdm-project.org", ""},
    {"pixi.sh", ""},
    {"bootstrap.pypa.io", ""},
    {"pyenv.run", ""},
    {"mise.run", ""},
    {"mise.jdx.dev", ""},
    {"get.sdkman.io", ""},
    {"get.jbang.dev", ""},
    {"sh.jbang.dev", ""},
    {"dot.net", ""},
    {"aka.ms", ""},
    {"aspire.dev", ""},
    {"get.nextflow.io", ""},
    {"deb.nodesource.com", ""},
    {"rpm.nodesource.com", ""},
    {"get.helm.sh", ""},
    {"get.k3s.io", ""},
    {"k3d.io", ""},
    {"fly.io", ""},
    {"cli.github.com", ""},
    {"claude.ai", "/install"},
    {"cursor.com", "/install"},
    {"opencode.ai", ""},
    {"chatgpt.com", "/codex"},
    {"ollama.com", ""},
    {"ollama.ai", ""},
    {"tailscale.com", ""},
    {"starship.rs", ""},
    {"sh.brew.sh", ""},
    {"community.chocolatey.org", ""},
    {"chocolatey.org", ""},
    {"get.scoop.sh", ""},
    {"scoop.sh", ""},
    {"install.determinate.systems", ""},
    {"nixos.org", ""},
    {"get-ghcup.haskell.org", ""},
    {"get.haskellstack.org", ""},
    {"rvm.io", ""},
    {"get.rvm.io", ""},
    {"sh.sourcemeta.com", ""},
    {"get.pulumi.com", ""},
    {"releases.hashicorp.com", ""},
    {"apt.releases.hashicorp.com", ""},
    {"sdk.cloud.google.com", ""},
    {"dl.google.com", ""},
    {"storage.googleapis.com", "/cloud-samples-data/"},
    {"storage.googleapis.com", "/git-repo-downloads"},
    {"packages.cloud.google.com", ""},
    {"awscli.amazonaws.com", ""},
    {"cli-assets.heroku.com", ""},
    {"cli.run.nvidia.com", ""},
    {"packages.microsoft.com", ""},
    {"install.meteor.com", ""},
    {"cli.doppler.com", ""},
    {"repo.anaconda.com", ""},
    {"micro.mamba.pm", ""},
    {"get.trunk.io", ""},
    {"dl.deno.land", ""},
    {"foundry.paradigm.xyz", ""},
    {"release.solana.com", ""},
    {"release.anza.xyz", ""},
    {"install.stellar.org", ""},
    {"firebase.tools", ""},
    {"get.opentofu.org", ""},
    {"get.dagger.io", ""},
    {"dl.dagger.io", ""},
    {"install.goreleaser.com", ""},
    {"taskfile.dev", ""},
    {"just.systems", ""},
    {"zed.dev", ""},
    {"get.modular.com", ""},
    {"docs.modular.com", ""},
    {"setup.atuin.sh", ""},
    {"get.activestate.com", ""},
    {"wasmtime.dev", ""},
    {"get.wasmer.io", ""},
    {"rustwasm.github.io", ""},
    {"apt.llvm.org", ""},
    {"packages.gitlab.com", ""},
    {"install.duckdb.org", ""},
    {"clickhouse.com", ""},
    {"turso.tech", ""},
    {"get.tur.so", ""},
    {"neon.tech", ""},
    {"railway.com", ""},
    {"cloudflare.com", ""},
    {"developers.cloudflare.com", ""},
    {"packages.grafana.com", ""},
    {"get.replicate.com", ""},
    {"lmstudio.ai", ""},
    {"hf.co", "/cli"},
    {"huggingface.co", "/cli"},
    {"block.github.io", ""},
    {"pi-hole.net", ""},
    {"install.pi-hole.net", ""},
    {"getcomposer.org", ""},
    {"download.newrelic.com", ""},
    {"s3.amazonaws.com", "/session-manager-downloads"},
    {"install.datadoghq.com", ""},
    {"cli.sentry.dev", ""},
    {"elastic.co", ""},
    {"kilo.ai", ""},
    {"ampcode.com", ""},
    {"app.factory.ai", ""},
    {"antigravity.google", ""},
    {"linuxserver.io", ""},
    {"raw.githubusercontent.com", "/nvm-sh/"},
    {"raw.githubusercontent.com", "/Homebrew/"},
    {"raw.githubusercontent.com", "/homebrew/"},
    {"raw.githubusercontent.com", "/ohmyzsh/"},
    {"raw.githubusercontent.com", "/helm/"},
    {"raw.githubusercontent.com", "/kubernetes/"},
    {"raw.githubusercontent.com", "/kubernetes-sigs/"},
    {"raw.githubusercontent.com", "/k3d-io/"},
    {"raw.githubusercontent.com", "/pyenv/"},
    {"raw.githubusercontent.com", "/rbenv/"},
    {"raw.githubusercontent.com", "/anchore/"},
    {"raw.githubusercontent.com", "/aquasecurity/"},
    {"raw.githubusercontent.com", "/golangci/"},
    {"raw.githubusercontent.com", "/trufflesecurity/"},
    {"raw.githubusercontent.com", "/github/"},
    {"raw.githubusercontent.com", "/actions/"},
    {"raw.githubusercontent.com", "/microsoft/"},
    {"raw.githubusercontent.com", "/Azure/"},
    {"raw.githubusercontent.com", "/dotnet/"},
    {"raw.githubusercontent.com", "/google/"},
    {"raw.githubusercontent.com", "/GoogleCloudPlatform/"},
    {"raw.githubusercontent.com", "/aws/"},
    {"raw.githubusercontent.com", "/hashicorp/"},
    {"raw.githubusercontent.com", "/docker/"},
    {"raw.githubusercontent.com", "/junegunn/"},
    {"raw.githubusercontent.com", "/asdf-vm/"},
    {"raw.githubusercontent.com", "/rustwasm/"},
    {"raw.githubusercontent.com", "/ankitects/"},
    {"raw.githubusercontent.com", "/anthropics/"},
    {"raw.githubusercontent.com", "/openai/"},
    {"raw.githubusercontent.com", "/tj/"},
    {"raw.githubusercontent.com", "/gitleaks/"},
    {"raw.githubusercontent.com", "/reviewdog/"},
    {"raw.githubusercontent.com", "/rhysd/"},
    {"raw.githubusercontent.com", "/mitchellh/"},
    {"raw.githubusercontent.com", "/conda-forge/"},
    {"raw.githubusercontent.com", "/block/"},
    {"raw.githubusercontent.com", "/databricks/"},
    {"raw.githubusercontent.com", "/snyk/"},
    {"raw.githubusercontent.com", "/elm/"},
    {"raw.githubusercontent.com", "/zerotier/"},
    {"raw.githubusercontent.com", "/NVIDIA/"},
};

struct Known {
  std::string_view host;  // this host and all below it
  HostKind kind;
};
constexpr Known k_known[] = {
    {"pastebin.com", HostKind::paste},
    {"glot.io", HostKind::paste},
    {"paste.ee", HostKind::paste},
    {"rentry.co", HostKind::paste},
    {"rentry.org", HostKind::paste},
    {"hastebin.com", HostKind::paste},
    {"ghostbin.com", HostKind::paste},
    {"controlc.com", HostKind::paste},
    {"dpaste.com", HostKind::paste},
    {"dpaste.org", HostKind::paste},
    {"ix.io", HostKind::paste},
    {"0x0.st", HostKind::paste},
    {"termbin.com", HostKind::paste},
    {"sprunge.us", HostKind::paste},
    {"paste.rs", HostKind::paste},
    {"pastie.org", HostKind::paste},
    {"bpa.st", HostKind::paste},
    {"transfer.sh", HostKind::paste},
    {"file.io", HostKind::paste},
    {"anonfiles.com", HostKind::paste},
    {"gofile.io", HostKind::paste},
    {"catbox.moe", HostKind::paste},
    {"temp.sh", HostKind::paste},
    {"bashupload.com", HostKind::paste},
    {"gist.githubusercontent.com", HostKind::paste},
    {"telegra.ph", HostKind::paste},
    {"justpaste.it", HostKind::paste},
    {"cdn.discordapp.com", HostKind::paste},
    {"pastefs.com", HostKind::paste},
    {"snippet.host", HostKind::paste},
    {"bit.ly", HostKind::shortener},
    {"tinyurl.com", HostKind::shortener},
    {"t.co", HostKind::shortener},
    {"is.gd", HostKind::shortener},
    {"v.gd", HostKind::shortener},
    {"goo.gl", HostKind::shortener},
    {"cutt.ly", HostKind::shortener},
    {"rb.gy", HostKind::shortener},
    {"shorturl.at", HostKind::shortener},
    {"ow.ly", HostKind::shortener},
    {"tiny.cc", HostKind::shortener},
    {"rebrand.ly", HostKind::shortener},
    {"git.io", HostKind::shortener},
    {"s.id", HostKind::shortener},
    {"t.ly", HostKind::shortener},
    {"ngrok.io", HostKind::tunnel},
    {"ngrok.app", HostKind::tunnel},
    {"ngrok-free.app", HostKind::tunnel},
    {"ngrok.dev", HostKind::tunnel},
    {"trycloudflare.com", HostKind::tunnel},
    {"loca.lt", HostKind::tunnel},
    {"localhost.run", HostKind::tunnel},
    {"serveo.net", HostKind::tunnel},
    {"lhr.life", HostKind::tunnel},
    {"pagekite.me", HostKind::tunnel},
    {"bore.pub", HostKind::tunnel},
    {"webhook.site", HostKind::tunnel},
    {"requestbin.com", HostKind::tunnel},
    {"requestbin.net", HostKind::tunnel},
    {"pipedream.net", HostKind::tunnel},
    {"requestcatcher.com", HostKind::tunnel},
    {"beeceptor.com", HostKind::tunnel},
    {"hookbin.com", HostKind::tunnel},
    {"interact.sh", HostKind::tunnel},
    {"oast.fun", HostKind::tunnel},
    {"oast.pro", HostKind::tunnel},
    {"oast.live", HostKind::tunnel},
    {"oast.site", HostKind::tunnel},
    {"oast.online", HostKind::tunnel},
    {"oast.me", HostKind::tunnel},
    {"oastify.com", HostKind::tunnel},
    {"burpcollaborator.net", HostKind::tunnel},
    {"canarytokens.com", HostKind::tunnel},
    {"dnslog.cn", HostKind::tunnel},
    {"ceye.io", HostKind::tunnel},
    {"portmap.io", HostKind::tunnel},
    {"duckdns.org", HostKind::tunnel},
    {"no-ip.org", HostKind::tunnel},
    {"ddns.net", HostKind::tunnel},
    {"hopto.org", HostKind::tunnel},
    {"onion.ly", HostKind::tunnel},
    {"onion", HostKind::tunnel},
    {"hooks.slack.com", HostKind::webhook},
    {"discord.com", HostKind::webhook},
    {"discordapp.com", HostKind::webhook},
    {"api.telegram.org", HostKind::webhook},
    {"localhost", HostKind::local},
    {"local", HostKind::local},
    {"internal", HostKind::local},
    {"host.docker.internal", HostKind::local},
    {"localdomain", HostKind::local},
};

bool is_below(std::string_view host, std::string_view parent) {
  return host == parent ||
         (host.size() > parent.size() && host.ends_with(parent) && host[host.size() - parent.size() - 1] == '.');
}

constexpr bool is_host_char(char c) { return is_alnum(c) || c == '-' || c == '.' || c == '_'; }

// Four numbers, or one (2130706433) or a hexadecimal one (0x7f000001), as inet_aton takes them.
bool parse_ipv4(std::string_view host, std::uint32_t& address) {
  std::uint64_t parts[4];
  std::size_t count = 0;
  std::size_t at = 0;
  while (true) {
    if (count == 4 || at >= host.size()) return false;
    std::uint64_t value = 0;
    const bool hex = host.size() - at > 2 && host[at] == '0' && to_lower(host[at + 1]) == 'x';
    if (hex) at += 2;
    const std::size_t begin = at;
    while (at < host.size() && host[at] != '.') {
      const char c = to_lower(host[at]);
      if (is_digit(c)) {
        value = value * (hex ? 16 : 10) + static_cast<std::uint64_t>(c - '0');
      } else if (hex && c >= 'a' && c <= 'f') {
        value = value * 16 + static_cast<std::uint64_t>(c - 'a' + 10);
      } else {
        return false;
      }
      if (value > 0xFFFFFFFFULL) return false;
      ++at;
    }
    if (at == begin) return false;
    parts[count++] = value;
    if (at == host.size()) break;
    ++at;
  }
  if (count == 1) {
    if (parts[0] < 0x01000000) return false;  // a small number is a port or an id
    address = static_cast<std::uint32_t>(parts[0]);
    return true;
  }
  if (count != 4) return false;
  address = 0;
  for (const std::uint64_t part : parts) {
    if (part > 255) return false;
    address = address << 8 | static_cast<std::uint32_t>(part);
  }
  return true;
}

bool is_private(std::uint32_t a) {
  return a >> 24 == 10 || a >> 24 == 127 || a >> 24 == 0 || a >> 20 == 0xAC1 || a >> 16 == 0xC0A8 || a >> 16 == 0xA9FE;
}

HostKind kind_of_host(std::string_view host, std::string_view path) {
  std::uint32_t address = 0;
  std::string_view four = host;
  if (host.starts_with("[")) {
    if (host == "[::1]" || host == "[::]") return HostKind::local;
    const std::size_t mapped = host.rfind(':');
    four = host.substr(mapped + 1, host.size() - mapped - 2);
    if (!parse_ipv4(four, address)) {
      return host.starts_with("[fe80") || host.starts_with("[fd") || host.starts_with("[fc") ? HostKind::local
                                                                                             : HostKind::raw_address;
    }
    return is_private(address) ? HostKind::local : HostKind::raw_address;
  }
  if (parse_ipv4(host, address)) return is_private(address) ? HostKind::local : HostKind::raw_address;
  for (const Installer& one : k_installers) {
    if (is_below(host, one.host) && path.starts_with(one.path)) {
      // A name below a vendor's that serves what its customers put there is not the vendor.
      return HostKind::installer;
    }
  }
  for (const Known& one : k_known) {
    if (!is_below(host, one.host)) continue;
    if (one.kind == HostKind::webhook && one.host.starts_with("discord") && !path.starts_with("/api/webhooks"))
      continue;
    return one.kind;
  }
  return HostKind::unknown;
}

}  // namespace

Url parse_url(std::string_view text) {
  Url url;
  text = trim(text);
  while (!text.empty() && (text.front() == '"' || text.front() == '\'' || text.front() == '<')) text.remove_prefix(1);
  std::size_t scheme = text.find("://");
  std::size_t scheme_length = 3;
  if (scheme == std::string_view::npos) {
    scheme = text.find("[:]//");
    scheme_length = 5;
  }
  if (scheme != std::string_view::npos && scheme <= 12) {
    url.scheme = text.substr(0, scheme);
    text.remove_prefix(scheme + scheme_length);
  } else if (scheme != std::string_view::npos) {
    return url;
  }
  const std::size_t end_of_authority = std::min(text.find_first_of("/?#\\"), text.size());
  const std::string_view authority_all = text.substr(0, end_of_authority);
  if (authority_all.find_first_of("$<{") != std::string_view::npos) {
    url.kind = HostKind::unresolved;
    url.path = text.substr(end_of_authority);
    return url;
  }
  const std::size_t user = authority_all.rfind('@');
  const std::string_view authority = user == std::string_view::npos ? authority_all : authority_all.substr(user + 1);
  std::size_t end = 0;
  if (authority.starts_with("[") && authority.find("]") != std::string_view::npos &&
      authority.find(':') < authority.find(']')) {
    end = authority.find(']') + 1;
    url.host = to_lower(authority.substr(0, end));
  } else {
    // "[.]" and "(dot)" are how people write a dangerous name so that nobody clicks it.
    std::string host = replace_all(replace_all(authority, "[.]", "."), "(dot)", ".");
    while (end < host.size() && is_host_char(host[end])) ++end;
    url.host = to_lower(std::string_view(host).substr(0, end));
  }
  url.path = text.substr(end_of_authority);
  const bool dotted = url.host.find('.') != std::string::npos || url.host.find(':') != std::string::npos;
  if (url.scheme.empty() && !dotted && url.host != "localhost") {
    url.host.clear();
    return url;
  }
  url.kind = kind_of_host(url.host, url.path);
  url.plain = (equals_ignoring_case(url.scheme, "http") || equals_ignoring_case(url.scheme, "hxxp") ||
               equals_ignoring_case(url.scheme, "ftp")) &&
              url.kind != HostKind::local;
  url.punycode = url.host.find("xn--") != std::string::npos;
  return url;
}

std::string_view find_url(std::string_view text) {
  for (std::size_t at = 0; (at = text.find("://", at)) != std::string_view::npos; at += 3) {
    std::size_t begin = at;
    while (begin > 0 && (is_alnum(text[begin - 1]) || text[begin - 1] == '+')) --begin;
    if (begin == at) continue;
    std::size_t end = at + 3;
    while (end < text.size() && !is_space(text[end]) && text[end] != '"' && text[end] != '\'' && text[end] != '`' &&
           text[end] != '<' && text[end] != '>' && text[end] != '|' && text[end] != ')' && text[end] != ';') {
      ++end;
    }
    // What ends the sentence around it is none of it.
    while (end > at + 3 && (text[end - 1] == ',' || text[end - 1] == '.')) --end;
    if (end > at + 3) return text.substr(begin, end - begin);
  }
  return {};
}

OriginRisk origin_risk(std::string_view text, bool checks_off) {
  const Url url = parse_url(text);
  OriginRisk origin;
  switch (url.kind) {
    case HostKind::installer:
      origin = {url.plain ? Risk::medium : Risk::low, format("{}, a vendor's own installer", url.host), false};
      break;
    case HostKind::local:
      origin = {Risk::low, format("{}, a local address", url.host), false};
      break;
    case HostKind::raw_address:
      origin = {Risk::critical, format("{}, a bare address without a name", url.host), true};
      break;
    case HostKind::paste:
      origin = {Risk::critical, format("{}, where anybody can put text", url.host), true};
      break;
    case HostKind::shortener:
      origin = {Risk::critical, format("{}, which hides where it leads", url.host), true};
      break;
    case HostKind::tunnel:
      origin = {Risk::critical, format("{}, a passage to somebody's machine", url.host), true};
      break;
    case HostKind::unresolved:
      origin = {Risk::high, "an address that is not written out", false};
      break;
    case HostKind::webhook:
    case HostKind::unknown:
      origin = {Risk::high, url.host.empty() ? std::string("the network") : url.host, false};
      break;
  }
  if (url.punycode) {
    origin.risk = Risk::critical;
    origin.words += ", a name in letters that look like others";
  }
  if (url.plain && url.kind != HostKind::installer) origin.words += ", over plain http";
  if (url.plain && origin.risk == Risk::high && !url.host.ends_with("example.com")) origin.risk = Risk::critical;
  if (checks_off && url.kind != HostKind::local) {
    origin.words += ", with the certificate check off";
    if (origin.risk < Risk::high) origin.risk = Risk::high;
  }
  return origin;
}

}  // namespace skillstow
