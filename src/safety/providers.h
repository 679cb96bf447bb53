#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace skillstow {

// "OPENAI_API_KEY" -> "OPENAI".
std::string_view provider_of(std::string_view variable);

// How many of the credentials, by the names of their variables, belong to well-known services other than the host's.
// Two keys of one service are a key and its id; of two services, one does not belong there.
std::size_t foreign_providers(const std::vector<std::string>& variables, std::string_view host);

}  // namespace skillstow
