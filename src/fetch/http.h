#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"

namespace skillstow {

struct HttpRequest {
  std::string address;                                // https, or http of this machine
  std::uint64_t max_bytes = 128u << 20;               // of the answer
  unsigned silence = 60;                              // seconds without a byte
  unsigned total = 900;                               // seconds in all
  std::string certificates;                           // a file with the authorities to trust; "" = those of the system
  std::function<void(std::uint64_t bytes)> progress;  // may be empty
};

// The body of an answer to GET. No credentials are sent, so redirects (at most 5) can be followed: to https alone, and
// to http on this machine where the first address was that. libcurl is opened at the first call. Fails with the kinds
// not_found, network, timeout, tls, too_large and other.
Result<std::string> http_get(const HttpRequest& request);

}  // namespace skillstow
