#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace skillstow {

// The path of a file: URI (RFC 8089), its percent codes decoded, in normal form; nullopt for other schemes and hosts.
std::optional<std::string> path_of_uri(std::string_view uri);

std::string uri_of_path(std::string_view absolute);

}  // namespace skillstow
