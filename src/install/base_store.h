#pragma once

#include <string>

#include "base/result.h"
#include "install/disk.h"
#include "install/merge.h"
#include "install/record.h"
#include "install/site.h"
#include "model/tree.h"

namespace skillstow {

// The texts of what was installed from a source that keeps no old versions, as a plain folder or a package: without
// them an edit could not be put together with what is new. In Site::bases, a file for each content, named by its
// SHA-256. Of a skill at most 8 MiB in texts of at most 1 MiB; what neither the record nor the last change names goes
// with the next change. All of it may be removed at any time: then a merge finds no base, and says so.

// Nothing for an entry with a commit, whose repository has it. `read` gives the files as they were recorded; one that
// cannot be read or kept is left out.
void keep_bases(Disk& disk, const Site& site, const RecordedSkill& skill, const ReadFile& read);

// Reads files by their path in the skill, none longer than are kept: those of the contents, which must outlive it as
// the tree must, or those that stand in a folder.
ReadFile reader_of(const Tree& tree, const Contents& contents);
ReadFile reader_of(std::string folder);

// The bytes with this SHA-256, in hexadecimal.
Result<std::string> read_base(const Site& site, const std::string& content);

void drop_unused_bases(Disk& disk, const Site& site, const Record& before, const Record& after);

}  // namespace skillstow
