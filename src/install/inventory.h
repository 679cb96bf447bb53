#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "install/record.h"
#include "install/site.h"

namespace skillstow {

enum class InstalledState {
  ok,         // as skillstow wrote it
  modified,   // edited since
  missing,    // recorded, and gone
  untracked,  // not written by skillstow
  broken,     // a link to nothing, or a SKILL.md that cannot be read
};
std::string_view name_of(InstalledState state);

// A skill that is installed. Folders with the same bytes are one entry.
struct InstalledSkill {
  std::string name;
  std::vector<std::string> places;  // of its folders, as Site::shown has them
  std::vector<std::string> agents;  // ids: those it was installed for, and the well-known ones that read it there
  std::string source;               // empty: not known
  std::string commit;
  std::string digest;
  InstalledState state = InstalledState::ok;
  std::string note;  // broken: why
};

// The skills folders of the site that exist, links resolved, each once: those of the agents named, else of all that are
// known, and those that the record names. Absolute.
std::vector<std::string> skills_folders(const Site& site, const Record& record, const std::vector<std::string>& agents);

// What stands in these folders, sorted by name, then by place. Hidden folders and skills inside a skill are passed
// over.
std::vector<InstalledSkill> take_inventory(const Site& site, const Record& record,
                                           const std::vector<std::string>& folders);

}  // namespace skillstow
