#pragma once

#include <string>
#include <string_view>

namespace skillstow {

enum class HostKey { known, unknown, changed, revoked };

// What a file of ssh (known_hosts) says of a server's key. `host` is lower case; `port` 22 stands alone, others as
// "[host]:port". Plain names, patterns with * and ?, "!" before them, and hidden names ("|1|…") are understood; keys of
// certificate authorities are not. `key` is the raw key. "changed": the host is known, with another key of the same
// type.
HostKey look_up_host_key(std::string_view known_hosts, std::string_view host, unsigned port, std::string_view key);

}  // namespace skillstow
