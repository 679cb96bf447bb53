#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/documents.h"
#include "facts/file_index.h"
#include "model/skill.h"

namespace skillstow {

// A file of the skill that its text names without a link: in prose, in a code span or in a fenced block.
struct Mention {
  const SourceFile* source = nullptr;  // the file that it stands in; lives as long as the skill
  Span span;                           // the path; or the block around it
  std::uint32_t line = 0;
  std::string path;  // from the skill's folder
  bool missing = false;
  std::string exists_as;  // missing: the folder has it in this letter case; or empty
};

// Named files that exist, and those that are missing beyond reasonable doubt: below scripts/, references/ or assets/
// (Agent Skills specification, "Optional directories"), with an extension, and with nothing around them that speaks of
// a file to be made, of an example or of somebody else's project. Placeholders, globs, absolute paths and paths behind
// variables are no mentions, unless the variable stands for the skill's own folder. One entry for each path and line.
std::vector<Mention> find_mentions(const Skill& skill, const Documents& documents, const FileIndex& index);

}  // namespace skillstow
