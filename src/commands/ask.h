#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/io.h"

namespace skillstow {

// Asks a person on the terminal. Only to be called where Io::interactive says that there is one.
bool ask_yes(Io& io, std::string_view question);  // Enter alone means yes; an end of input means no

// A numbered list to choose from: numbers, names or "*", separated by blanks or commas. Gives indices, each once; empty
// where nothing was chosen. Asks again after an answer that it cannot read.
std::vector<std::size_t> ask_choice(Io& io, std::string_view question, const std::vector<std::string>& names);

// What an answer to ask_choice() means; nullopt if some word is neither a number of the list nor a name in it.
std::optional<std::vector<std::size_t>> read_choice(std::string_view answer, const std::vector<std::string>& names);

}  // namespace skillstow
