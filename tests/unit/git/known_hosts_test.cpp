#include "git/known_hosts.h"

#include "base/base64.h"
#include "base/sha256.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

// A raw key of ssh: the length of its type, the type, and something behind it.
std::string key_of(char fill, const std::string& type = "ssh-ed25519") {
  return std::string("\0\0\0", 3) + static_cast<char>(type.size()) + type + std::string(36, fill);
}

std::string line(const std::string& hosts, const std::string& key) {
  return hosts + " ssh-ed25519 " + base64_encoded(key) + " comment\n";
}

}  // namespace

TEST_CASE("a server's key is known by its host's name, port and pattern") {
  const std::string key = key_of('a');
  CHECK(look_up_host_key(line("example.com", key), "example.com", 22, key) == HostKey::known);
  CHECK(look_up_host_key(line("other.com,Example.com", key), "example.com", 22, key) == HostKey::known);
  CHECK(look_up_host_key(line("*.example.com", key), "git.example.com", 22, key) == HostKey::known);
  CHECK(look_up_host_key(line("[example.com]:2222", key), "example.com", 2222, key) == HostKey::known);
  CHECK(look_up_host_key(line("example.com", key), "example.com", 2222, key) == HostKey::unknown);
  CHECK(look_up_host_key(line("*,!example.com", key), "example.com", 22, key) == HostKey::unknown);
  CHECK(look_up_host_key("# " + line("example.com", key), "example.com", 22, key) == HostKey::unknown);
  CHECK(look_up_host_key(line("@cert-authority example.com", key), "example.com", 22, key) == HostKey::unknown);
  CHECK(look_up_host_key("", "example.com", 22, key) == HostKey::unknown);
}

TEST_CASE("a hidden host name is found by its hash") {
  const std::string key = key_of('a');
  const std::string salt = "0123456789abcdef0123";
  const std::string hidden = "|1|" + base64_encoded(salt) + "|" + base64_encoded(hmac_sha1(salt, "example.com"));
  CHECK(look_up_host_key(line(hidden, key), "example.com", 22, key) == HostKey::known);
  CHECK(look_up_host_key(line(hidden, key), "example.org", 22, key) == HostKey::unknown);
}

TEST_CASE("another key, and one that was revoked, are told apart from an unknown one") {
  const std::string key = key_of('a');
  CHECK(look_up_host_key(line("example.com", key_of('b')), "example.com", 22, key) == HostKey::changed);
  CHECK(look_up_host_key(line("example.com", key_of('b')) + line("example.com", key), "example.com", 22, key) ==
        HostKey::known);
  CHECK(look_up_host_key(line("example.com", key) + line("@revoked *", key), "example.com", 22, key) ==
        HostKey::revoked);
  const std::string rsa = "example.com ssh-rsa " + base64_encoded(key_of('c', "ssh-rsa")) + "\n";
  CHECK(look_up_host_key(rsa, "example.com", 22, key) == HostKey::unknown);
}
