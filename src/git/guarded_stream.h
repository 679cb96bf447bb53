#pragma once

#include <string>
#include <string_view>

#include "git/libgit2.h"

namespace skillstow {

// Stands between the library and the network, for one http or https address: while credentials are in play, nothing is
// sent to another origin (scheme, host and port) than theirs. The library alone follows a redirect to another port or
// another scheme of the same host even where redirects are off, with the credentials; so every connection of it is
// opened here, also those below TLS, and one that may not be is refused before a byte is sent.
//
// The library has one set of connections a process, so there is one guard a process: a child has one address.
class ConnectionGuard {
 public:
  ConnectionGuard(const Libgit2& git, const std::string& address);
  ~ConnectionGuard();
  ConnectionGuard(const ConnectionGuard&) = delete;
  ConnectionGuard& operator=(const ConnectionGuard&) = delete;

  // From now on only the address's own origin, straight or by the proxy that the first connection went to.
  void close_to_others() { closed_ = true; }

  // Why a connection was refused, in words; "" = none was.
  const std::string& refusal() const { return refusal_; }

  // For the streams.
  struct Endpoint {
    std::string host;  // lower case, an IPv6 address without brackets
    std::string port;
    friend bool operator==(const Endpoint&, const Endpoint&) = default;
  };
  bool admits(const Endpoint& endpoint);
  bool admits_first_bytes(std::string_view bytes);  // of a connection: they tell TLS, a proxy's CONNECT and plain HTTP
  const Libgit2& git() const { return git_; }

 private:
  bool refuse(std::string why);

  const Libgit2& git_;
  bool tls_;
  Endpoint origin_;
  Endpoint first_;  // the origin, or the user's proxy
  bool closed_ = false;
  std::string refusal_;
};

}  // namespace skillstow
