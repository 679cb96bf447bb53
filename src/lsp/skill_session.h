#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lint/engine.h"
#include "model/skill.h"

namespace skillstow {

// Open documents: the text of each by its absolute path.
using OpenDocuments = std::map<std::string, std::string>;

// The folder of the skill that a file belongs to: the nearest one, from the file's own up, that holds a SKILL.md on the
// disk or in the editor. "" if there is none.
std::string skill_folder_of(const std::string& file, const OpenDocuments& documents);

// A skill as it stands in the editor, and what is said of it.
struct JudgedSkill {
  std::string folder;  // absolute
  Skill skill;
  Judgement judgement;

  // The text that a finding's place counts in, and the absolute path of the file that shows it: SKILL.md for what
  // concerns a folder or a file without text.
  const SourceFile& text_of(const Diagnostic& finding) const;
  std::string file_of(const Diagnostic& finding) const;
};

// nullopt if there is no skill in the folder (any more). `home` finds the user's folders and the configuration, which
// is read anew each time; a configuration with faults is left out, and `problem` says so.
std::optional<JudgedSkill> judge_open_skill(const std::string& folder, const OpenDocuments& documents,
                                            const std::string& home, std::string& problem);

}  // namespace skillstow
