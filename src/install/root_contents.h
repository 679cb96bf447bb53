#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/tree.h"

namespace skillstow {

// Whether a folder is a repository that happens to be a skill too, rather than a skill's own folder: it holds version
// control, or what only a hosted repository has, or other skills. `files` are those below the folder, from there.
bool is_repository(const Tree& tree, std::string_view folder, const std::vector<TreeEntry>& files);

// What a skill that is a whole repository brings along: SKILL.md, licences, the folders that skills keep their files in
// (references, scripts, assets, templates, …), and every file or folder that SKILL.md, or a Markdown file that comes
// along, links to or names. The rest is the repository's (.github, src, lock files), and belongs to no skill. Gives
// those to leave out, by path; a folder of which nothing comes along is told once, with "/" at the end.
std::vector<std::string> repository_leftovers(const Tree& tree, std::string_view folder,
                                              const std::vector<TreeEntry>& files, std::string_view manifest_name);

}  // namespace skillstow
