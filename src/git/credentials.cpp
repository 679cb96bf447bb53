#include "git/credentials.h"

#include <array>

#include "base/base64.h"
#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "base/watched_child.h"
#include "git/known_hosts.h"

namespace skillstow {
namespace {

// Tried after the agent's, if they have no passphrase: ssh's own names, the stronger first.
constexpr std::array<std::string_view, 3> k_key_files = {"id_ed25519", "id_ecdsa", "id_rsa"};
constexpr std::uint64_t k_max_known_hosts = 16u << 20;

struct Address {
  std::string protocol;
  std::string host;  // with a port if there is one
  std::string path;
};

Address split_address(const std::string& address) {
  Address parts;
  const std::size_t colon = address.find("://");
  if (colon == std::string::npos) return parts;
  parts.protocol = address.substr(0, colon);
  const std::size_t slash = address.find('/', colon + 3);
  parts.host = address.substr(colon + 3, slash == std::string::npos ? slash : slash - colon - 3);
  if (slash != std::string::npos) parts.path = address.substr(slash + 1);
  return parts;
}

unsigned port_of(const std::string& address) {
  const std::string host = split_address(address).host;
  const std::size_t colon = host.rfind(':');
  if (colon == std::string::npos || host.find(']', colon) != std::string::npos) return 22;
  unsigned port = 0;
  for (const char c : host.substr(colon + 1)) port = port * 10 + static_cast<unsigned>(c - '0');
  return port;
}

std::string value_of(std::string_view lines, std::string_view key) {
  for (const std::string_view line : split_lines(lines)) {
    if (line.size() > key.size() && line.substr(0, key.size()) == key && line[key.size()] == '=')
      return std::string(line.substr(key.size() + 1));
  }
  return {};
}

}  // namespace

int Credentials::give_up(std::string why, std::string help) {
  refusal = std::move(why);
  refusal_help = std::move(help);
  return GIT_EAUTH;
}

int Credentials::acquire(git_credential** out, const char* user, unsigned allowed) {
  wanted = true;
  if (!offered) return GIT_EAUTH;
  const std::string name = user ? user : "git";
  if ((allowed & GIT_CREDENTIAL_SSH_KEY) != 0) return ssh_key(out, name);
  if ((allowed & GIT_CREDENTIAL_USERNAME) != 0) return git_.git_credential_username_new(out, name.c_str());
  if ((allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT) != 0 && remote_.address.substr(0, 4) == "http")
    return password(out);
  return give_up("the server wants a kind of login that is not known here", "");
}

int Credentials::password(git_credential** out) {
  if (attempts_++ > 0) {
    return give_up("the server refuses the name and password that git's credential helper gave",
                   "renew them with git: git ls-remote on the address asks for them");
  }
  const Address address = split_address(remote_.address);
  const std::string question =
      format("protocol={}\nhost={}\npath={}\n\n", address.protocol, address.host, address.path);
  const auto answer = run_program(
      {"git", "-c", "core.askPass=", "-c", "credential.interactive=false", "credential", "fill"}, question,
      {"GIT_TERMINAL_PROMPT=0", "GCM_INTERACTIVE=never", "GIT_ASKPASS", "SSH_ASKPASS", "GIT_TRACE", "GIT_TRACE_CURL"});
  const std::string name = answer ? value_of(*answer, "username") : "";
  const std::string secret = answer ? value_of(*answer, "password") : "";
  if (secret.empty()) {
    return give_up(
        "the repository is private or not there: the server wants a name and password, and git's credential "
        "helpers have none",
        "check the spelling; log in once with git, so that its credential helper knows you");
  }
  return git_.git_credential_userpass_plaintext_new(out, name.c_str(), secret.c_str());
}

int Credentials::ssh_key(git_credential** out, const std::string& user) {
  const bool agent = !remote_.env("SSH_AUTH_SOCK").value_or("").empty();
  for (;;) {
    const std::size_t attempt = attempts_++;
    if (attempt == 0) {
      if (!agent) continue;
      return git_.git_credential_ssh_key_from_agent(out, user.c_str());
    }
    if (attempt > k_key_files.size()) {
      return give_up(
          "the server takes none of your ssh keys",
          "add the right one to ssh-agent (ssh-add), or register it with the server; ssh's own configuration "
          "file is not read");
    }
    if (remote_.home.empty()) continue;
    const std::string file = join_path(join_path(remote_.home, ".ssh"), k_key_files[attempt - 1]);
    if (status_behind(file).kind != FileKind::regular) continue;
    return git_.git_credential_ssh_key_new(out, user.c_str(), (file + ".pub").c_str(), file.c_str(), "");
  }
}

int Credentials::check_server(git_cert* certificate, bool valid, const char* host) {
  if (certificate->cert_type != GIT_CERT_HOSTKEY_LIBSSH2) return valid ? 0 : GIT_ECERTIFICATE;
  const auto* presented = reinterpret_cast<const git_cert_hostkey*>(certificate);
  if ((presented->type & GIT_CERT_SSH_RAW) == 0) return GIT_ECERTIFICATE;
  const std::string_view key(presented->hostkey, presented->hostkey_len);
  HostKey answer = HostKey::unknown;
  for (const std::string& file :
       {join_path(remote_.home, ".ssh/known_hosts"), std::string("/etc/ssh/ssh_known_hosts")}) {
    const auto text = read_file(file, k_max_known_hosts, Follow::yes);
    if (!text || answer == HostKey::known) continue;
    const HostKey here = look_up_host_key(*text, to_lower(host), port_of(remote_.address), key);
    if (here != HostKey::unknown) answer = here;
  }
  if (answer == HostKey::known) return 0;
  std::string fingerprint;
  if ((presented->type & GIT_CERT_SSH_SHA256) != 0) {
    fingerprint =
        base64_encoded({reinterpret_cast<const char*>(presented->hash_sha256), sizeof presented->hash_sha256});
    while (!fingerprint.empty() && fingerprint.back() == '=') fingerprint.pop_back();
  }
  if (answer == HostKey::unknown) {
    refusal = format("the server's ssh key (SHA256:{}) is not in ~/.ssh/known_hosts", fingerprint);
    refusal_help = "connect once with ssh, compare the key with what the server's owner publishes, and accept it";
  } else {
    refusal = format("the server's ssh key (SHA256:{}) is {}", fingerprint,
                     answer == HostKey::revoked ? "revoked" : "another than the one in ~/.ssh/known_hosts");
    refusal_help = "somebody may be in between; ask the server's owner before you change known_hosts";
  }
  return GIT_ECERTIFICATE;
}

}  // namespace skillstow
