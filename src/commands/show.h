#pragma once

#include <string>
#include <vector>

#include "commands/exit_code.h"
#include "commands/io.h"

namespace skillstow {

enum class ShowFormat { text, json, markdown, html };

struct ShowOptions {
  std::string path = ".";  // a skill's folder or SKILL.md, a folder that holds several, or a source (source_spec.h)
  std::string ref;         // --ref, --path and --offline: of a source
  std::string inner;
  bool offline = false;
  ShowFormat format = ShowFormat::text;
  std::vector<std::string> skills;  // only skills of these names; "*" or nothing = all
  std::string_view version = {};    // of the program, for pages that name their maker
};

// Every fact about a skill. JSON: one object, or an array if the path holds several skills; HTML: a page of one skill
// alone, so several are wrong usage. Exit status: failure if the path cannot be read or holds no such skill; else ok,
// whatever the skill is like.
ExitCode show(const ShowOptions& options, Io& io);

}  // namespace skillstow
