#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "install/record.h"
#include "install/site.h"

namespace skillstow {

enum class EditKind { added, removed, changed };
std::string_view name_of(EditKind kind);

// A file that differs from what was written.
struct FileEdit {
  std::string path;
  EditKind kind = EditKind::changed;
  friend bool operator==(const FileEdit&, const FileEdit&) = default;
};

// For a message: "scripts/run.sh changed", "SKILL.md changed, notes.md added, and 3 more".
std::string in_words(const FileEdit& edit);
std::string in_words(const std::vector<FileEdit>& edits);

// What is in a folder on disk now, links not followed. Leftovers of systems, editors and programs (__pycache__,
// .DS_Store) are passed over: they come by themselves and are nobody's work. A file that cannot be read has no content.
// `all` becomes false if there is more than these: folders that cannot be read, or that stand too deep.
std::vector<RecordedFile> files_standing(const std::string& folder, bool* all = nullptr);

// Both sorted by path; so is the answer.
std::vector<FileEdit> compare_files(const std::vector<RecordedFile>& written,
                                    const std::vector<RecordedFile>& standing);

// Whether all that differs in a folder's changed files is how their lines end, as a checkout with core.autocrlf leaves
// them. False for no edits.
bool differ_in_line_ends(const std::string& folder, const std::vector<RecordedFile>& written,
                         const std::vector<FileEdit>& edits);

// What stands at a target, and what the record knows of it.
struct Standing {
  std::string path;  // absolute
  FileKind kind = FileKind::missing;
  std::string link;                      // where a link leads, as it is written
  const RecordedSkill* entry = nullptr;  // nullptr: skillstow has not written it
  bool as_written = false;               // of an entry: still what the record says
  std::vector<FileEdit> edits;           // of an entry that is a copy; "." = there is more in it than could be read
  std::vector<RecordedFile> files;       // of a folder with an entry
  std::string twin;                      // of a folder to be: see FolderNames; not filled in by look_at()
};

// The names in a folder, to find those that differ from a new one by letter case or Unicode form alone: many disks hold
// the two as one.
class FolderNames {
 public:
  explicit FolderNames(const std::string& folder);
  std::string twin_of(const std::string& name) const;  // "" if there is none

 private:
  std::multimap<std::string, std::string> names_;  // by collision_key()
};

Standing look_at(const Site& site, const Record& record, const std::string& path);

}  // namespace skillstow
