#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "cli/exit_code.h"
#include "cli/io.h"
#include "install/site.h"

// What install, list and remove share: the options that choose where, and how they speak.
namespace skillstow {

struct SiteChoice {
  Site site;
  std::string into;  // absolute, links resolved; empty without --into
};

// The site that --user, --dir and --into mean. A folder named with --into belongs to the project if it is below its
// root, else to the user.
Result<SiteChoice> choose_site(bool user, const std::string& dir, const std::string& into, const Io& io);

// A path in the JSON output: from the project's root, absolute for everything else.
std::string json_path(const Site& site, const std::string& absolute);

void say_error(Io& io, const Error& error);    // "skillstow: path: message", then the help
void say_note(Io& io, std::string_view text);  // silent with --quiet
void say_refusal(Io& io, std::string_view what, std::string_view message, std::string_view help);

// 2 for wrong usage, else 3.
ExitCode code_of(const Error& error);

// With --format json: { "error": { "class", "message" } } on standard output; always the message on standard error.
ExitCode fail(Io& io, Format format, const Error& error);

}  // namespace skillstow
