#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "facts/documents.h"
#include "facts/file_index.h"
#include "model/skill.h"

namespace skillstow {

enum class LinkStatus {
  ok,        // the file or folder is in the skill
  broken,    // it is not, or the target is written so that it works on one machine only
  escapes,   // it leads out of the skill's folder, so it is gone after an install
  external,  // another place (https:, mailto:, …), or a template that names no file yet; not looked up
  anchor,    // a place in the same file
};
std::string_view name_of(LinkStatus status);

enum class LinkFault {
  none,
  missing,    // nothing of that name
  spelling,   // there is, in other letter case or another Unicode normal form: see exists_as
  from_root,  // it exists when read from the skill's folder, but the file with the link stands elsewhere
  empty,      // no target at all
  absolute,   // starts with "/" or "~/"
  drive,      // C:\…
  backslash,  // "\" separates on Windows alone
  file_url,   // file:…
  escapes,
};

// A link or image, from Markdown or from <a href> and <img src>, judged from the file that it stands in.
struct Link {
  const SourceFile* source = nullptr;  // the file that it stands in; lives as long as the skill
  Span span;                           // the whole link; of HTML the attribute's value; else the block around it
  std::uint32_t line = 0;
  std::string target;  // as CommonMark reads it, percent codes kept
  LinkStatus status = LinkStatus::ok;
  LinkFault fault = LinkFault::none;
  bool image = false;
  std::string path;               // from the skill's folder, percent codes resolved; empty unless it names a path
  std::string exists_as;          // spelling: as the folder spells it, from the skill's folder
  std::string suggestion;         // missing, from_root: the target that was probably meant; or empty
  std::string fragment;           // without "#", percent codes resolved
  bool fragment_missing = false;  // no heading or id of that name (Markdown files alone are looked into)
  std::string fragment_suggestion;
};

// All links of SKILL.md and the skill's other Markdown files, in the order of documents and then of the text. Nothing
// inside code is a link.
std::vector<Link> find_links(const Skill& skill, const Documents& documents, const FileIndex& index);

}  // namespace skillstow
