#include "git/guarded_stream.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/format.h"
#include "base/text.h"

namespace skillstow {
namespace {

constexpr char k_tls_handshake = 0x16;  // RFC 8446, 5.1: the first byte of a connection with TLS

ConnectionGuard* guard = nullptr;

using Endpoint = ConnectionGuard::Endpoint;

std::string plain_host(std::string_view host) {
  if (host.size() > 1 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return to_lower(host);
}

// Of a parsed address: scheme://host[:port]/…, without a user.
Endpoint endpoint_of(std::string_view address, bool tls) {
  std::string_view host = address.substr(address.find("://") + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  const std::size_t colon = host.rfind(':');
  const bool has_port = colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos;
  const std::string_view usual = tls ? "443" : "80";
  if (!has_port) return {plain_host(host), std::string(usual)};
  return {plain_host(host.substr(0, colon)), std::string(host.substr(colon + 1))};
}

std::string in_words(const Endpoint& endpoint) { return visible(endpoint.host + ":" + endpoint.port, 300); }

struct Stream {
  git_stream parent{};  // first: the library has a pointer to it
  Endpoint endpoint;
  int socket = -1;
  bool used = false;
};

Stream* own(git_stream* stream) { return reinterpret_cast<Stream*>(stream); }

int network_error(const std::string& message) {
  guard->git().git_error_set_str(GIT_ERROR_NET, message.c_str());
  return -1;
}

int connect_stream(git_stream* stream) {
  Stream& self = *own(stream);
  addrinfo wanted{};
  wanted.ai_family = AF_UNSPEC;
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(self.endpoint.host.c_str(), self.endpoint.port.c_str(), &wanted, &found);
      code != 0)
    return network_error(format("failed to resolve address for {}: {}", self.endpoint.host, ::gai_strerror(code)));
  int reason = 0;
  for (const addrinfo* one = found; one != nullptr && self.socket < 0; one = one->ai_next) {
    const int fd = ::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol);
    if (fd >= 0 && ::connect(fd, one->ai_addr, one->ai_addrlen) == 0) {
      self.socket = fd;
      break;
    }
    reason = errno;
    if (fd >= 0) ::close(fd);
  }
  ::freeaddrinfo(found);
  if (self.socket >= 0) return 0;
  return network_error(format("failed to connect to {}: {}", self.endpoint.host, std::strerror(reason)));
}

// All of it, so that a write of the library is one here: the first shows what the connection is for.
ssize_t write_stream(git_stream* stream, const char* bytes, size_t size, int /*flags*/) {
  Stream& self = *own(stream);
  if (!self.used && size > 0 && !guard->admits_first_bytes({bytes, size})) return network_error(guard->refusal());
  self.used = self.used || size > 0;
  for (size_t sent = 0; sent < size;) {
    const ssize_t count = ::send(self.socket, bytes + sent, size - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return network_error(format("could not send data: {}", std::strerror(errno)));
    sent += static_cast<size_t>(count);
  }
  return static_cast<ssize_t>(size);
}

ssize_t read_stream(git_stream* stream, void* bytes, size_t size) {
  for (;;) {
    const ssize_t count = ::recv(own(stream)->socket, bytes, size, 0);
    if (count >= 0) return count;
    if (errno != EINTR) return network_error(format("could not read data: {}", std::strerror(errno)));
  }
}

int close_stream(git_stream* stream) {
  Stream& self = *own(stream);
  if (self.socket >= 0) ::close(self.socket);
  self.socket = -1;
  return 0;
}

void free_stream(git_stream* stream) {
  const std::unique_ptr<Stream> self(own(stream));
  close_stream(stream);
}

int new_stream(git_stream** out, const char* host, const char* port) {
  auto stream = std::make_unique<Stream>();
  stream->endpoint = {plain_host(host), port};
  if (!guard->admits(stream->endpoint)) return network_error(guard->refusal());
  git_stream& parent = stream->parent;
  parent.version = GIT_STREAM_VERSION;
  parent.connect = connect_stream;
  parent.read = read_stream;
  parent.write = write_stream;
  parent.close = close_stream;
  parent.free = free_stream;
  *out = &stream.release()->parent;
  return 0;
}

}  // namespace

ConnectionGuard::ConnectionGuard(const Libgit2& git, const std::string& address)
    : git_(git), tls_(address.starts_with("https:")) {
  if (!address.starts_with("http")) return;  // ssh: it follows no redirect, and wants a socket of its own
  origin_ = endpoint_of(address, tls_);
  guard = this;
  git_stream_registration streams{};
  streams.version = GIT_STREAM_VERSION;
  streams.init = new_stream;
  git.git_stream_register(GIT_STREAM_STANDARD, &streams);
}

ConnectionGuard::~ConnectionGuard() {
  if (guard != this) return;
  git_.git_stream_register(GIT_STREAM_STANDARD, nullptr);
  guard = nullptr;
}

bool ConnectionGuard::refuse(std::string why) {
  if (refusal_.empty()) refusal_ = std::move(why);
  return false;
}

bool ConnectionGuard::admits(const Endpoint& endpoint) {
  if (first_ == Endpoint{}) first_ = endpoint;
  if (!closed_ || endpoint == first_) return true;
  return refuse(format("the server sends to another address ({})", in_words(endpoint)));
}

bool ConnectionGuard::admits_first_bytes(std::string_view bytes) {
  if (!closed_) return true;
  const bool tls = bytes.front() == k_tls_handshake;
  if (first_ == origin_) {
    return tls == tls_ || refuse(format("the server sends to another address ({} {})", in_words(origin_),
                                        tls ? "with TLS" : "without TLS"));
  }
  // By a proxy. What goes to one over TLS cannot be looked at, and without a tunnel the next request of the connection
  // may be for anybody.
  if (tls || !tls_) return refuse(format("the connection goes by a proxy ({}) without a tunnel", in_words(first_)));
  for (const std::string& host : {origin_.host, "[" + origin_.host + "]"}) {
    if (starts_with_ignoring_case(bytes, format("CONNECT {}:{} ", host, origin_.port))) return true;
  }
  return refuse(format("the server sends to another address, by the proxy {}", in_words(first_)));
}

}  // namespace skillstow
