#include "safety/paths.h"

#include <array>
#include <iterator>
#include <vector>

#include "base/text.h"

namespace skillstow {
namespace {

// PATH_MAX of Linux: no system opens a longer one.
constexpr std::size_t k_longest_path = 4'096;

struct Row {
  std::string_view pattern;  // segments from the one that marks it; "*" matches within a segment
  std::string_view what;
  Risk alone;
  bool common = false;
};

// Sources: the tools' own documentation of where they keep credentials.
constexpr Row k_rows[] = {
    {".ssh/id_*", "SSH private keys", Risk::medium},
    {".ssh/*.pem", "SSH private keys", Risk::medium},
    {".ssh/*_rsa", "SSH private keys", Risk::medium},
    {".ssh", "SSH keys", Risk::medium},
    {"id_rsa", "an SSH private key", Risk::medium},
    {"id_ed25519", "an SSH private key", Risk::medium},
    {"id_ecdsa", "an SSH private key", Risk::medium},
    {".aws/credentials", "AWS credentials", Risk::medium},
    {".aws/sso/cache/*", "AWS credentials", Risk::medium},
    {".aws", "AWS credentials", Risk::medium},
    {".config/gcloud", "Google Cloud credentials", Risk::medium},
    {".config/gcloud/*", "Google Cloud credentials", Risk::medium},
    {"gcloud/application_default_credentials.json", "Google Cloud credentials", Risk::medium},
    {".azure", "Azure credentials", Risk::medium},
    {".azure/accesstokens.json", "Azure credentials", Risk::medium},
    {".azure/msal_token_cache.*", "Azure credentials", Risk::medium},
    {".kube/config", "Kubernetes credentials", Risk::low, true},
    {".kube", "Kubernetes credentials", Risk::low, true},
    {".docker/config.json", "registry credentials of Docker", Risk::medium},
    {".npmrc", "npm tokens", Risk::low, true},
    {".pypirc", "PyPI tokens", Risk::medium},
    {".netrc", "passwords of .netrc", Risk::medium},
    {"_netrc", "passwords of .netrc", Risk::medium},
    {".git-credentials", "Git passwords", Risk::medium},
    {".config/git/credentials", "Git passwords", Risk::medium},
    {".config/gh/hosts.yml", "GitHub tokens", Risk::medium},
    {".config/gh", "GitHub tokens", Risk::medium},
    {".gnupg", "GnuPG private keys", Risk::medium},
    {".gnupg/*", "GnuPG private keys", Risk::medium},
    {".gem/credentials", "RubyGems tokens", Risk::medium},
    {".cargo/credentials", "crates.io tokens", Risk::medium},
    {".cargo/credentials.toml", "crates.io tokens", Risk::medium},
    {".terraform.d/credentials.tfrc.json", "Terraform tokens", Risk::medium},
    {".vault-token", "a Vault token", Risk::medium},
    {".config/rclone/rclone.conf", "rclone passwords", Risk::medium},
    {".pgpass", "database passwords", Risk::medium},
    {".my.cnf", "database passwords", Risk::medium},
    {".password-store", "a password store", Risk::medium},
    {".password-store/*", "a password store", Risk::medium},
    {"login data", "passwords saved in a browser", Risk::high},
    {"login data for account", "passwords saved in a browser", Risk::high},
    {"cookies.sqlite", "cookies of a browser", Risk::high},
    {"key4.db", "passwords saved in Firefox", Risk::high},
    {"logins.json", "passwords saved in Firefox", Risk::high},
    {"chrome/default/cookies", "cookies of a browser", Risk::high},
    {"default/network/cookies", "cookies of a browser", Risk::high},
    {"default/cookies", "cookies of a browser", Risk::high},
    {"default/local storage", "what web pages store in a browser", Risk::high},
    {".mozilla", "a browser's profile", Risk::high},
    {".mozilla/firefox", "a browser's profile", Risk::high},
    {"firefox/profiles", "a browser's profile", Risk::high},
    {"google/chrome", "a browser's profile", Risk::high},
    {".config/google-chrome", "a browser's profile", Risk::high},
    {"brave-browser", "a browser's profile", Risk::high},
    {"library/keychains", "the macOS keychain", Risk::high},
    {"library/keychains/*", "the macOS keychain", Risk::high},
    {"wallet.dat", "a cryptocurrency wallet", Risk::high},
    {".ethereum/keystore", "a cryptocurrency wallet", Risk::high},
    {".ethereum/keystore/*", "a cryptocurrency wallet", Risk::high},
    {".config/solana/id.json", "a Solana private key", Risk::medium},
    {".electrum/wallets/*", "a cryptocurrency wallet", Risk::high},
    {"exodus/exodus.wallet", "a cryptocurrency wallet", Risk::high},
    {"telegram desktop/tdata", "a Telegram session", Risk::high},
    {".claude/.credentials.json", "an agent's own credentials", Risk::medium},
    {".claude.json", "an agent's own state", Risk::low, true},
    {".codex/auth.json", "an agent's own credentials", Risk::medium},
    {".gemini/oauth_creds.json", "an agent's own credentials", Risk::medium},
    {"opencode/auth.json", "an agent's own credentials", Risk::medium},
    {".openclaw/openclaw.json", "an agent's own credentials", Risk::medium},
    {".openclaw/device.json", "an agent's own credentials", Risk::medium},
    {".openclaw/credentials", "an agent's own credentials", Risk::medium},
    {".openclaw/.env", "an agent's own credentials", Risk::medium},
    {".clawdbot/.env", "an agent's own credentials", Risk::medium},
    {".clawdbot/clawdbot.json", "an agent's own credentials", Risk::medium},
    {".moltbot/.env", "an agent's own credentials", Risk::medium},
    {".bash_history", "the shell's history", Risk::medium},
    {".zsh_history", "the shell's history", Risk::medium},
    {"fish_history", "the shell's history", Risk::medium},
    {".python_history", "the history of Python", Risk::medium},
    {".psql_history", "the history of a database client", Risk::medium},
    {".mysql_history", "the history of a database client", Risk::medium},
    {"credentials.txt", "a file of credentials", Risk::low, true},
    {"passwords.txt", "a file of passwords", Risk::low, true},
    {"etc/shadow", "password hashes of the system", Risk::high},
    {"etc/gshadow", "password hashes of the system", Risk::high},
    {"etc/master.passwd", "password hashes of the system", Risk::high},
    {"etc/sudoers", "the rules for administrator rights", Risk::low},
    {"etc/passwd", "the accounts of the system", Risk::low},
    {"proc/self/environ", "the environment of a process", Risk::low, true},
    {"proc/*/environ", "the environment of a process", Risk::medium},
    {".env", "the project's secrets", Risk::low, true},
    {".env.local", "the project's secrets", Risk::low, true},
    {".env.production", "the project's secrets", Risk::low, true},
    {".env.prod", "the project's secrets", Risk::low, true},
    {".envrc", "the project's secrets", Risk::low, true},
};

// Within one segment. "*" and "?" may stand on either side: a pattern of the table, or a glob of the command. A "*"
// matches the rest of the segment, which is enough to tell that it may hit.
bool segment_matches(std::string_view written, std::string_view pattern) {
  std::size_t i = 0;
  for (; i < written.size() && i < pattern.size(); ++i) {
    if (pattern[i] == '*') {
      const std::string_view tail = pattern.substr(i + 1);
      return tail.empty() || written.ends_with(tail) || written.back() == '*';
    }
    if (written[i] == '*') return true;
    if (written[i] == '?' || written[i] == '[') continue;
    if (written[i] != pattern[i]) return false;
  }
  if (i == pattern.size()) return i == written.size() || written.substr(i) == "*";
  return pattern.substr(i) == "*";
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  for (const std::string_view part : split(path, '/')) {
    if (!part.empty() && part != "." && part != "~") segments.push_back(part);
  }
  return segments;
}

constexpr std::string_view k_harmless_ends[] = {".pub",    ".example", ".sample",        ".template", ".dist",
                                                ".tmpl",   ".md",      "known_hosts",    "config.d",  ".test",
                                                ".schema", ".ts",      "authorized_keys"};

constexpr std::string_view k_system[] = {"bin", "boot",   "dev",          "etc",     "home",  "lib",    "lib64",
                                         "opt", "proc",   "root",         "sbin",    "srv",   "sys",    "usr",
                                         "var", "System", "Applications", "Library", "Users", "Windows"};

// Segments whose content is made again by a build or thrown away by anybody.
constexpr std::string_view k_scratch[] = {
    "node_modules", "build", "dist",        "target", "out",    "tmp",         "temp", ".cache",   "cache",
    "caches",       ".next", ".turbo",      "venv",   ".venv",  "__pycache__", "logs", "coverage", "obj",
    ".gradle",      ".m2",   "deriveddata", ".npm",   ".nuget", "lists",       "log"};

bool is_any_of(std::string_view word, const std::string_view* begin, const std::string_view* end) {
  for (; begin != end; ++begin) {
    if (equals_ignoring_case(word, *begin)) return true;
  }
  return false;
}

// A variable that people name so points at something that may go.
bool is_scratch_variable(std::string_view name) {
  const std::string lower = to_lower(name);
  for (const std::string_view part : {"tmp", "temp", "build", "dist", "cache", "work", "out", "target", "stage",
                                      "scratch", "test", "fixture", "backup"}) {
    if (lower.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::string plain_path(std::string_view path) {
  std::string text;
  text.reserve(path.size());
  for (const char c : path) {
    if (c == '"' || c == '\'') continue;
    text += c == '\\' ? '/' : c;
  }
  for (const std::string_view home : {"${HOME}", "$HOME", "$env:USERPROFILE", "${env:USERPROFILE}", "$Env:USERPROFILE",
                                      "%USERPROFILE%", "$env:HOME", "$USERPROFILE", "${HOME:?}", "%HOMEPATH%"}) {
    if (!text.starts_with(home)) continue;
    const std::size_t end = home.size();
    if (end == text.size() || text[end] == '/' || text[end] == '*') {
      text.replace(0, end, "~");
      break;
    }
  }
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '/' && !out.empty() && out.back() == '/') continue;
    if (text[i] == '.' && (out.empty() || out.back() == '/') && i + 1 < text.size() && text[i + 1] == '/' &&
        text.size() > 2) {
      ++i;
      continue;
    }
    out += text[i];
  }
  return out;
}

SensitivePath sensitive_path(std::string_view written) {
  if (written.size() < 4 || written.size() > k_longest_path) return {};
  if (written.find_first_of("./_ ") == std::string_view::npos) return {};
  if (written.find('\n') != std::string_view::npos) return {};  // a program for awk or sed, whose "*" is no glob
  const std::string path = to_lower(plain_path(written));
  for (const std::string_view end : k_harmless_ends) {
    if (path.ends_with(end)) return {};
  }
  const std::vector<std::string_view> segments = segments_of(path);
  if (segments.empty()) return {};
  for (const Row& row : k_rows) {
    // From the last segment back: the pattern must end the path.
    std::string_view rest = row.pattern;
    std::size_t at = segments.size();
    bool all = true;
    bool last = true;
    while (all && !rest.empty()) {
      const std::size_t slash = rest.rfind('/');
      const std::string_view one = slash == std::string_view::npos ? rest : rest.substr(slash + 1);
      rest = slash == std::string_view::npos ? std::string_view() : rest.substr(0, slash);
      if (at == 0) {
        all = false;
        break;
      }
      const std::string_view segment = segments[--at];
      // A glob that would match anything says nothing of this place; behind a marked one it matches all of it.
      all = segment.front() == '*' ? last && !rest.empty() : segment_matches(segment, one);
      last = false;
    }
    if (!all) continue;
    if (row.pattern.starts_with("etc/") || row.pattern.starts_with("proc/")) {
      if (at != 0 && segments[at - 1] != "..") continue;
      if (at == 0 && path.front() != '/') continue;
    }
    return {row.what, row.alone, row.common};
  }
  return {};
}

Target target_of(std::string_view written) {
  std::string path = plain_path(written);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (path.empty()) return Target::other;
  if (path == "*" || path == "." || path == ".." || path == "./*" || path == ".*" || path == "../*" ||
      path == "../..") {
    return Target::everything;
  }
  if (path == "~" || path == "~/*" || path == "~/.*" || path == "~*") return Target::home;
  if (path == "/" || path == "/*" || path == "/." || path == "/.." || path == "/.*") return Target::system;
  if (path.size() >= 2 && path[1] == ':' && is_alpha(path[0])) {
    const std::string_view rest = trim(std::string_view(path).substr(2));
    if (rest.empty() || rest == "/" || rest == "/*" || rest == "/*.*" || starts_with_ignoring_case(rest, "/windows") ||
        equals_ignoring_case(rest, "/users")) {
      return Target::system;
    }
    return Target::other;
  }
  const std::vector<std::string_view> segments = segments_of(path);
  if (path[0] == '/') {
    std::size_t count = segments.size();
    if (count > 0 && (segments.back() == "*" || segments.back() == ".*")) --count;
    if (count == 0) return Target::system;
    if (segments[0] == "tmp" || segments[0] == "private") return Target::scratch;
    if (!is_any_of(segments[0], std::begin(k_system), std::end(k_system))) return Target::other;
    if (count == 1) return Target::system;
    if (segments[0] == "home" || segments[0] == "Users" || segments[0] == "root") {
      return count == 2 && segments[0] != "root" ? Target::home : Target::below_home;
    }
    for (const std::string_view segment : segments) {
      if (is_any_of(segment, std::begin(k_scratch), std::end(k_scratch))) return Target::scratch;
    }
    if (count == 2 && (segments[1] == "lib" || segments[1] == "bin" || segments[1] == "share" ||
                       segments[1] == "local" || segments[1] == "log")) {
      return Target::system;
    }
    return Target::below_system;
  }
  if (path.starts_with("~/")) {
    for (const std::string_view segment : segments) {
      if (is_any_of(segment, std::begin(k_scratch), std::end(k_scratch))) return Target::scratch;
    }
    if (segments.size() == 1 || (segments.size() == 2 && segments[1] == "*")) {
      for (const std::string_view kept : {"Documents", "Desktop", "Downloads", "Pictures", "Music", "Videos", "Library",
                                          ".ssh", ".gnupg", ".config", ".local", ".aws", ".kube", "Movies"}) {
        if (segments[0] == kept) return Target::below_home;
      }
    }
    return Target::other;
  }
  if (path[0] == '$') {
    const bool braces = path.size() > 1 && path[1] == '{';
    std::size_t end = braces ? 2 : 1;
    while (end < path.size() && is_word(path[end])) ++end;
    const std::string_view name = std::string_view(path).substr(braces ? 2 : 1, end - (braces ? 2 : 1));
    std::string_view rest = std::string_view(path).substr(end);
    if (braces) {
      const std::size_t close = rest.find('}');
      if (close == std::string_view::npos || close > 0) return Target::other;  // ${X:?} and defaults
      rest.remove_prefix(1);
    }
    if (name.empty() || is_scratch_variable(name)) return Target::scratch;
    if (rest == "/*" || rest == "/.*" || rest == "/") return Target::unset_root;
    return Target::other;
  }
  for (const std::string_view segment : segments) {
    if (is_any_of(segment, std::begin(k_scratch), std::end(k_scratch))) return Target::scratch;
  }
  return Target::other;
}

}  // namespace skillstow
