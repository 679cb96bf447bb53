#pragma once

#include <optional>
#include <string>
#include <vector>

#include "facts/documents.h"
#include "facts/file_index.h"
#include "facts/links.h"
#include "facts/mentions.h"
#include "facts/steps.h"
#include "model/skill.h"

namespace skillstow {

// What several rules ask about one skill, found when it is first asked for. Lives no longer than the skill. One thread.
class SharedFacts {
 public:
  explicit SharedFacts(const Skill& skill) : skill_(skill) {}
  SharedFacts(const SharedFacts&) = delete;
  SharedFacts& operator=(const SharedFacts&) = delete;

  const Documents& documents();
  const FileIndex& index();
  const std::vector<Link>& links();
  const std::vector<Mention>& mentions();
  const std::vector<std::string>& orphans();
  const std::vector<SkillStep>& steps();

 private:
  const Skill& skill_;
  std::optional<Documents> documents_;
  std::optional<FileIndex> index_;
  std::optional<std::vector<Link>> links_;
  std::optional<std::vector<Mention>> mentions_;
  std::optional<std::vector<std::string>> orphans_;
  std::optional<std::vector<SkillStep>> steps_;
};

}  // namespace skillstow
