#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/skill.h"

namespace skillstow {

// Something that stands in the way of publishing a repository with skills, or makes it less than it could be. `error`:
// `gh skill publish` refuses it, or what is published would not be found or do harm.
struct PublishProblem {
  Severity severity = Severity::error;
  std::string path;        // from the repository's root; "" = the repository
  std::uint32_t line = 0;  // 1-based; 0 = none
  std::string message;
  std::string help;
  std::string_view rule = {};  // of a finding of the check; "" = it is none
};

// Whether `gh skill publish` finds a skill in this folder of the repository, and those find it who install from there:
// skills/NAME, skills/SCOPE/NAME, NAME, plugins/PLUGIN/skills/NAME.
bool is_published_folder(std::string_view folder);

// What is asked of each skill, beyond what every check tells. `folder`: from the repository's root.
std::vector<PublishProblem> publish_problems(const Skill& skill, const std::string& folder,
                                             bool repository_has_licence);

// The tag after the highest of those that are versions ("v1.2.3" or "1.2.3"), with its last number one more; "v1.0.0"
// where there is none.
std::string next_version_tag(const std::vector<std::string>& tags);
bool is_version_tag(std::string_view tag);

}  // namespace skillstow
