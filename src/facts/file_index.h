#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/skill.h"

namespace skillstow {

// Answers what stands at a path of the skill's folder. Keeps views into the skill, so it must not outlive it. Not for
// several threads at once.
class FileIndex {
 public:
  explicit FileIndex(const Skill& skill);

  enum class Entry {
    none,
    file,
    folder,
    unknown,  // below a link or a submodule, or the folder was too large to be read whole
  };

  // A normalised path; "." is the skill's folder.
  Entry find(std::string_view path) const;

  // The path as the folder spells it where only letter case or Unicode normal form differ; empty if there is none.
  std::string_view other_spelling(std::string_view path) const;

  // Whether a file or folder ends like that name (".md"), letter case aside.
  bool has_extension_of(std::string_view name) const;

  // Indices into Skill::files of the files with that name, in whatever folder.
  const std::vector<std::size_t>& with_name(std::string_view base_name) const;

  // The index of the file at exactly that path, or npos.
  std::size_t file_at(std::string_view path) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::unordered_map<std::string_view, std::size_t> files_;
  std::unordered_map<std::string_view, std::vector<std::size_t>> names_;
  std::unordered_set<std::string_view> folders_;
  std::unordered_set<std::string> extensions_;  // in small letters
  std::unordered_set<std::string_view> opaque_;
  mutable std::unordered_map<std::string, std::string_view> folded_;  // built when it is first asked for
  bool complete_;
};

}  // namespace skillstow
