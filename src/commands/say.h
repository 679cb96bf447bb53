#pragma once

#include <string_view>

#include "base/result.h"
#include "commands/exit_code.h"
#include "commands/io.h"

// How commands speak to a person: always on standard error, in one form.
namespace skillstow {

void say_error(Io& io, const Error& error);    // "skillstow: path: message", then the help
void say_note(Io& io, std::string_view text);  // silent with --quiet
void say_refusal(Io& io, std::string_view what, std::string_view message, std::string_view help);

// 2 for wrong usage, else 3.
ExitCode code_of(const Error& error);

// With --format json: { "error": { "class", "message" } } on standard output; always the message on standard error.
ExitCode fail(Io& io, Format format, const Error& error);

}  // namespace skillstow
