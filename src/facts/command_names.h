#pragma once

#include <string_view>

#include "parse/shell.h"

namespace skillstow {

// Words of the shell itself (bash, zsh, fish): echo, cd, [, test, kill, …
bool is_shell_builtin(std::string_view name);

// The name to list for a simple command's program, or empty: for builtins, names made of variables, words of other
// languages and prose that stands in a fence, placeholders, and paths to programs that nobody has but the author
// ("./demo"). "/usr/bin/git" and "$VENV/bin/python" give "git" and "python".
std::string_view listed_name(const ShellCommand& command);

}  // namespace skillstow
