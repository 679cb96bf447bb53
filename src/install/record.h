#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "install/site.h"

namespace skillstow {

enum class FileForm { plain, executable, link };

// A file of an installed skill, as it was written.
struct RecordedFile {
  std::string path;  // from the skill's folder
  FileForm form = FileForm::plain;
  std::string content;  // SHA-256 in hexadecimal; of a link its target
  friend bool operator==(const RecordedFile&, const RecordedFile&) = default;
};

// The file at that path, or nullptr.
const RecordedFile* find_file(const std::vector<RecordedFile>& files, std::string_view path);

enum class Method { copy, link };
std::string_view name_of(Method method);

// One skill in one folder.
struct RecordedSkill {
  std::string name;                 // as SKILL.md declares it
  std::vector<std::string> agents;  // ids, sorted: for whom it was put there
  std::string source;               // where it came from; a folder: from the project's root, or absolute, or with "~";
                                    // "" = not known, of one that was adopted
  std::string path;                 // of the skill's folder in the source; "." = the source itself
  std::string ref;                  // the branch, tag or commit that was asked for; "" = none, or the default branch
  std::string commit;               // of a repository; "" = none
  Method method = Method::copy;
  std::string digest;               // "sha256:…" over all files, see digest_of()
  std::string link;                 // method link: what the link says
  std::vector<RecordedFile> files;  // method copy: sorted by path
};

// The entry of the skill's SKILL.md in any letter case, or nullptr. Every copy that skillstow writes has one.
const RecordedFile* manifest_of(const RecordedSkill& skill);

// What skillstow has written: the content of skillstow.lock. The key is the skill's folder as Site::shown has it, so
// that the file is the same on every machine and two branches that add different skills merge.
struct Record {
  std::map<std::string, RecordedSkill> skills;
};

// A file that is not there is an empty record. Fails for conflict markers, for a version or a field that this program
// does not know, and for anything else that it would not have written: then nothing may be touched.
Result<Record> read_record(const std::string& file);
Result<Record> parse_record(std::string_view json, const std::string& file);

// The site's record. A project's may come from anybody with the project: a folder in it that is not the project's own
// is an error too.
Result<Record> read_site_record(const Site& site);

// Sorted, two blanks, a line end at the end: the same bytes for the same record.
std::string write_record(const Record& record);

// One digest for a folder: "sha256:" and the SHA-256 over, for each file by path, its form ("0644", "0755" or "link"),
// a blank, its content as recorded (of a link: the SHA-256 of its target), a blank, its path and a NUL. No two
// different folders can give the same text.
std::string digest_of(const std::vector<RecordedFile>& files);

}  // namespace skillstow
