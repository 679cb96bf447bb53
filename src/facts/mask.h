#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace skillstow {

// Where a text holds the value of a secret: private keys in PEM form, passwords in addresses, providers' keys, and what
// is assigned to a name like api_key and looks random. Sorted, without overlaps. Stand-ins ("your-key", "<token>",
// "xxxx") are no secrets. Offsets count from the start of the text.
std::vector<Span> find_secret_values(std::string_view text);

// The text with "***" in the place of each such value. Whatever a skill's text is shown in goes through here, so that
// no output, log or page carries a secret on.
std::string masked(std::string_view text);

}  // namespace skillstow
