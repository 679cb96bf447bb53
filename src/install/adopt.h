#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "install/inventory.h"
#include "install/record.h"

namespace skillstow {

// Who put a skill there, as far as that can be seen.
enum class Installer {
  npx_skills,  // skills-lock.json, or .skill-lock.json of the home
  gh_skill,    // metadata.github-repo in the frontmatter
  nobody,      // a copy by hand
};
std::string_view name_of(Installer installer);

// What another installer knows of a skill, in this program's terms.
struct Claim {
  Installer installer = Installer::nobody;
  std::string source;  // as a record names it; "" = not known
  std::string ref;
  std::string path = ".";
  std::string note;  // what could not be taken over, for a person
};

// The claims of npx skills at a site, read once. A file that is damaged or of another version claims nothing, and says
// so in `notes`. The site must outlive it.
class ForeignLock {
 public:
  explicit ForeignLock(const Site& site);
  std::optional<Claim> find(std::string_view name, std::string_view folder) const;
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void read(const std::string& file);

  struct Entry {
    std::string name;
    std::string folder;
    JsonValue value;
  };
  const Site& site_;
  std::vector<Entry> entries_;
  std::vector<std::string> notes_;
};

// What gh skill wrote into the frontmatter; Installer::nobody if it wrote nothing.
Claim claim_of_frontmatter(std::string_view manifest);

// The folder name that npx skills gives a skill.
std::string npx_folder(std::string_view name);

struct Adoption {
  std::string name;
  std::string key;  // of the record
  Claim claim;
  RecordedSkill entry;
  std::string refusal;  // why it cannot be taken over; empty: it can
};

// The untracked skills of the site that `wanted` takes, with what is known of them. Reads the disk, changes nothing.
std::vector<Adoption> plan_adoption(const Site& site, const Record& record, const std::vector<std::string>& folders,
                                    const ForeignLock& lock);

}  // namespace skillstow
