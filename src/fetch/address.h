#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace skillstow {

// An address of the form scheme://host/path, taken apart.
struct Address {
  std::string scheme;                 // lower case
  std::string user;                   // of ssh
  std::string host;                   // lower case; an IPv6 address keeps its brackets
  unsigned port = 0;                  // 0 = the scheme's own
  std::vector<std::string> segments;  // of the path, percent codes decoded, none of them empty, "." or ".."
  std::string query;                  // after "?", as it stands
  std::string fragment;               // after "#", percent codes decoded
};

bool is_url(std::string_view text);  // starts with a scheme and "://"

// Refuses what could mean something else to a program further down: a password or token in the address (it would end up
// in records and logs), control characters, blanks, quotes, backslashes, ".." and names that begin with "-", hosts that
// are not ASCII. No message repeats a password.
Result<Address> parse_address(std::string_view text);

// "https://host:port" without a path.
std::string server_of(const Address& url);

std::string encoded_segment(std::string_view segment);  // all but letters, digits and -._~+@!$&*,=: becomes %XX

// "127.0.0.1", "[::1]", "localhost": the machine itself.
bool is_loopback(std::string_view host);

// What is wrong with a name in a path of a repository or an address; empty if nothing is.
std::string fault_of_segment(std::string_view segment);

// What stands behind "?": the value of a key, percent codes decoded; "" if it is not there.
std::string query_value(std::string_view query, std::string_view key);

}  // namespace skillstow
