#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "facts/file_index.h"

namespace skillstow {

// A stretch of text that may be a path: no white space, quotes or brackets in it, but placeholders such as "<topic>",
// "{name}" and "${VAR}" as they are.
struct PathWord {
  std::string_view text;
  std::size_t offset = 0;  // in the text that was given
  bool has_dot = false;
  bool has_slash = false;
  bool has_pattern = false;  // one of $ < { *
};

// Walks over the path words of a text, in one pass. Words above 4,096 bytes, the longest path that systems know, are
// left out.
class PathWords {
 public:
  explicit PathWords(std::string_view text) : text_(text) {}
  bool next(PathWord& word);

 private:
  std::size_t length_of_special(std::size_t at, bool first) const;

  std::string_view text_;
  std::size_t at_ = 0;
};

// What a path word means for a skill.
struct PathReading {
  enum class Place {
    inside,     // a path of the skill's folder, by its own start or by that of the file it stands in
    elsewhere,  // absolute, in the home, behind a variable, above the skill's folder, or a URL
    pattern,    // holds a placeholder or a glob
  };
  Place place = Place::inside;
  std::string path;        // inside, pattern: normalised, from the skill's folder; elsewhere: as written
  bool from_root = false;  // starts with something that stands for the skill's folder
  FileIndex::Entry entry = FileIndex::Entry::none;  // of `path`, if inside
};

// `file` is the path of the file that the word stands in, `folder_name` the name of the skill's folder.
PathReading read_path(std::string_view word, std::string_view file, std::string_view folder_name,
                      const FileIndex& index);

}  // namespace skillstow
