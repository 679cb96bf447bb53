#pragma once

#include <string>
#include <string_view>

namespace skillstow {

// Compresses with deflate (RFC 1951). The same bytes in give the same bytes out, on every machine and with every
// version of every library: that is why this is not zlib, whose output depends on its version and on who built it.
// Between zlib's levels 4 and 5 in size, level 4 in time.
std::string deflate(std::string_view bytes);

// A gzip file (RFC 1952) without name, time and system.
std::string gzip(std::string_view bytes);

}  // namespace skillstow
