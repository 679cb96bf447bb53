#pragma once

#include <string>
#include <vector>

#include "facts/file_index.h"
#include "facts/links.h"
#include "model/skill.h"

namespace skillstow {

// Bundled files that an agent can never come to know of: no link, no mention, no command, no import names them, neither
// in SKILL.md nor in a file that is itself named. Naming a folder names what is in it, a glob or placeholder what fits.
// Left out: what tools and people read without being told (READMEs, licences, manifests, tests, hidden files, agents'
// own settings), and files below another SKILL.md. By path.
std::vector<std::string> find_orphans(const Skill& skill, const FileIndex& index, const std::vector<Link>& links);

}  // namespace skillstow
