#pragma once

#include <string_view>

namespace skillstow {

// Whether a program of that name is a common developer tool: what a skill may call without saying that it is a
// command. Lower case, without folder; versioned names ("python3.12", "clang-17") count.
bool is_known_tool(std::string_view name);

// Whether a text that is not marked as shell starts with a call of a known tool: its name and at least one argument.
// Tools that are English words ("make", "find", "go") need an argument that no sentence has: "make build" and "find .
// -name x" are calls, "make sure" and "find the file" are not.
bool looks_like_call(std::string_view text);

// "the", "is", "after", …: words that follow a name in a sentence and are no usual first argument.
bool is_sentence_word(std::string_view word);

}  // namespace skillstow
