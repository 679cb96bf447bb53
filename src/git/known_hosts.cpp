#include "git/known_hosts.h"

#include "base/base64.h"
#include "base/format.h"
#include "base/sha256.h"
#include "base/text.h"

namespace skillstow {
namespace {

// "*" for any characters, "?" for one. Linear: goes back to the last "*" alone.
bool fits(std::string_view pattern, std::string_view name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;
  std::size_t from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || to_lower(pattern[p]) == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool is_hidden_name(std::string_view hosts, std::string_view name) {
  const std::vector<std::string_view> parts = split(hosts, '|');  // "", "1", salt, hash
  if (parts.size() != 4 || parts[1] != "1") return false;
  const auto salt = base64_decoded(parts[2]);
  return salt && salt->size() <= 64 && base64_encoded(hmac_sha1(*salt, name)) == parts[3];
}

bool is_of_host(std::string_view hosts, std::string_view name) {
  if (hosts.substr(0, 1) == "|") return is_hidden_name(hosts, name);
  bool found = false;
  for (std::string_view pattern : split(hosts, ',')) {
    const bool not_it = pattern.substr(0, 1) == "!";
    if (not_it) pattern.remove_prefix(1);
    if (!fits(pattern, name)) continue;
    if (not_it) return false;
    found = true;
  }
  return found;
}

std::string_view take_word(std::string_view& line) {
  line = trim_left(line);
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  line.remove_prefix(word.size());
  return word;
}

// A raw key begins with the length of its type, in four bytes, and the type.
std::string_view type_of(std::string_view key) {
  if (key.size() < 4) return {};
  const auto length = static_cast<std::size_t>(static_cast<unsigned char>(key[3]));
  return key.substr(4, length);
}

}  // namespace

HostKey look_up_host_key(std::string_view known_hosts, std::string_view host, unsigned port, std::string_view key) {
  const std::string name = port == 22 || port == 0 ? std::string(host) : format("[{}]:{}", host, port);
  const std::string wanted = base64_encoded(key);
  HostKey answer = HostKey::unknown;
  for (std::string_view line : split_lines(known_hosts)) {
    std::string_view hosts = take_word(line);
    if (hosts.empty() || hosts.front() == '#') continue;
    const bool revoked = hosts == "@revoked";
    if (hosts.front() == '@' && !revoked) continue;
    if (revoked) hosts = take_word(line);
    if (!is_of_host(hosts, name)) continue;
    const std::string_view type = take_word(line);
    const std::string_view stands = take_word(line);
    if (revoked) {
      if (stands == wanted) return HostKey::revoked;
      continue;
    }
    if (stands == wanted) {
      answer = HostKey::known;
    } else if (type == type_of(key) && answer == HostKey::unknown) {
      answer = HostKey::changed;
    }
  }
  return answer;
}

}  // namespace skillstow
