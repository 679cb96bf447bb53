#pragma once

#include <string_view>

namespace skillstow {

// Whether a path is a pattern rather than a name: it holds "<topic>", "{name}", "$VAR", "*", "…", or a stand-in such
// as "..." or "XXX".
bool is_template(std::string_view path);

// Takes off a start that agents replace by the skill's own folder, or that skills use for it: "${CLAUDE_SKILL_DIR}/",
// "{baseDir}/", "$SKILL_DIR/", "<skill-root>/", "<path-to-skill>/" and the like. Gives the path itself if there is
// none.
std::string_view without_skill_root(std::string_view path);

}  // namespace skillstow
