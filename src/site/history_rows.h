#pragma once

#include <string>

#include "facts/history.h"
#include "markup/page_data.h"

namespace skillstow {

// What became of a skill, from git: for each of the last commits that changed its folder, its tokens, and what grew:
// tools used without asking, commands, hosts, credentials. Newest first; an empty list if it cannot be told. `folder`
// is the skill's folder as the user named it.
PageData history_rows(const std::string& folder, const std::string& manifest, const History& source);

}  // namespace skillstow
