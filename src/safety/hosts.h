#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/diagnostic.h"

namespace skillstow {

// What is known of the place that a URL names.
enum class HostKind : std::uint8_t {
  unknown,      // a public name that no table knows
  unresolved,   // a variable or placeholder
  installer,    // a vendor's documented installer
  local,        // loopback, private networks, .local
  raw_address,  // a public IP address
  paste,        // paste and snippet hosts
  shortener,
  tunnel,   // tunnels to somebody's machine, request catchers, out-of-band testers
  webhook,  // chat webhooks
};

struct Url {
  std::string_view scheme;  // as written; empty if there is none
  std::string host;         // lower case
  std::string_view path;    // from the first "/" on
  HostKind kind = HostKind::unknown;
  bool plain = false;     // http:// or ftp:// to a public host
  bool punycode = false;  // xn--
  explicit operator bool() const { return !host.empty() || kind == HostKind::unresolved; }

  // No honest author needs it to hand out a program.
  bool odd() const {
    return kind == HostKind::raw_address || kind == HostKind::paste || kind == HostKind::shortener ||
           kind == HostKind::tunnel || punycode;
  }
};

// Reads "https://user@host:port/path", "hxxp[:]//host[.]tld/x" (defanged) and "host.tld/path".
Url parse_url(std::string_view text);

// The first URL in a text, or nothing.
std::string_view find_url(std::string_view text);

// How dangerous it is to run what this URL gives, told in words for the message.
struct OriginRisk {
  Risk risk = Risk::high;
  std::string words;  // "get.example.org, which is not a known vendor's installer"
  bool firm = false;  // no wording makes it better: raw address, paste, tunnel
};
OriginRisk origin_risk(std::string_view url, bool checks_off);

}  // namespace skillstow
