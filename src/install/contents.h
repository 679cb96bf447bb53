#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "install/record.h"
#include "model/tree.h"

namespace skillstow {

// A file that belongs to the skill. `from` is where the tree has it; it differs from the path only for a SKILL.md that
// is a link to another file of the skill, which is copied as the file it leads to.
struct ContentFile {
  RecordedFile file;
  std::string from;  // from the root of the tree
  std::uint64_t size = 0;
  std::string bytes = {};  // of a file, if the limits ask for them
};

struct LeftOut {
  std::string path;
  std::string why;      // "a cache of Python"
  bool secret = false;  // somebody's keys or settings
};

// Something that cannot be installed at all.
struct ContentProblem {
  enum class Kind {
    escapes,     // a link that leaves the skill
    unsafe,      // a name that could mean another place
    unreadable,  // a FIFO, a device, or a file that the system refuses
  };
  Kind kind = Kind::unreadable;
  std::string path;
  std::string message;
  std::string help;
};

// What of a skill's folder is installed or packed, decided once for both.
struct Contents {
  std::vector<ContentFile> files;  // by path
  std::vector<LeftOut> left_out;   // junk: whole folders are told once, with "/" at the end
  std::vector<ContentProblem> problems;

  std::vector<RecordedFile> recorded() const;
  std::string digest() const;
};

struct ContentLimits {
  WalkLimits walk;
  std::uint64_t max_file_bytes = 256u << 20;
  bool keep_bytes = false;  // give the files' bytes too, read once for their digests and for whoever wants them
  bool repository = false;  // the folder is known to be a whole repository
  // The names come from somewhere that no disk has looked at: one that some disk would read as another, or not at all,
  // is a problem too. Of a folder on a disk, which could hold them, they are the check's to tell.
  bool foreign_names = false;
};

// Everything below `folder` ("" = the root of the tree) but junk (model/junk.h) and what its .skillignore names. Links
// that stay inside the skill are kept as links; those that lead to nothing are left out; those that leave it are
// problems and never followed. If the folder is a whole repository (see is_repository in root_contents.h), only what
// the skill brings along is taken.
Contents gather_contents(const Tree& tree, std::string_view folder, std::string_view manifest_name,
                         const ContentLimits& limits = {});

}  // namespace skillstow
