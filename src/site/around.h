#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "facts/history.h"
#include "facts/licence.h"
#include "site/entry.h"

namespace skillstow {

// Where the skill in a folder comes from, as git tells; nothing if the folder stands in no repository.
Result<std::optional<History>> source_of_folder(const std::string& folder);

// The other skills of the repository that a skill stands in, by their SKILL.md alone.
struct Around {
  std::vector<SkillEntry> entries;  // by path; without the skill itself
  std::uint64_t usable = 0;         // with a name and a description, the skill itself included
};

// Looks through the repository's folders on the disk. `folder` is the skill's folder as the user named it, `source`
// what git says of it. Of a repository with more than 5,000 skills, the first are taken.
Around skills_around(const std::string& folder, const History& source, const std::string& home);

// The root of the working tree: the folder without the path that git gives it; "" if it cannot be told.
std::string repository_root(const std::string& folder, const History& source);

// The licence file directly in a folder, the root of a repository; nothing if there is none.
std::optional<Licence> licence_of_folder(const std::string& root);

}  // namespace skillstow
