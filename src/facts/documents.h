#pragma once

#include <cstddef>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// A Markdown file of the skill, parsed. Both pointers live as long as the skill and the Documents.
struct Document {
  const SourceFile* file = nullptr;
  const Markdown* markdown = nullptr;
};

// SKILL.md first, then every other Markdown file of the skill by path. Links and mentions are looked for in all of
// them, so they are parsed once and handed to both. Not copyable: the documents point into it.
class Documents {
 public:
  explicit Documents(const Skill& skill);
  Documents(const Documents&) = delete;
  Documents& operator=(const Documents&) = delete;

  const std::vector<Document>& all() const { return all_; }
  const Document* find(std::string_view path) const;  // nullptr if no Markdown file stands at that path

 private:
  std::deque<Markdown> parsed_;  // of the files beside SKILL.md; a deque never moves its elements
  std::vector<Document> all_;
  std::unordered_map<std::string_view, std::size_t> by_path_;
};

// By its name: .md, .markdown and .mdown are rendered as Markdown by the places that show skills.
bool is_markdown_path(std::string_view path);

// Where the Markdown of a bundled file starts: behind a UTF-8 mark and a block between two lines of "---".
std::size_t markdown_start(std::string_view text);

// The text of a file of the skill: empty unless it is a text file that was read.
const SourceFile& source_of(const Skill& skill, const SkillFile& file);
bool is_manifest(const Skill& skill, const SkillFile& file);

}  // namespace skillstow
