#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "install/brief.h"
#include "install/contents.h"
#include "install/standing.h"
#include "install/target_folders.h"

namespace skillstow {

// Why something is not done; the words of the JSON output.
enum class Refusal { exists, unsafe, invalid, escapes, collision, unreadable, policy };
std::string_view name_of(Refusal refusal);

// A skill that is to be installed.
struct Incoming {
  std::string name;    // as SKILL.md declares it, else its folder's name
  std::string target;  // name of the folder to make: see target_name()
  std::string source;  // for the record
  std::string path;    // of its folder in the source; "." = the source itself
  std::string ref;     // of the source, for the record
  std::string commit;
  std::string shown;   // the same for a message: the source as it was given, then the way down
  std::string folder;  // absolute, links resolved; empty if the source is no folder on disk
  Contents contents;
  std::optional<SkillBrief> brief;  // if the gate was asked for it
};

enum class Action { create, replace, keep, refuse };

// What is to happen at one target.
struct Step {
  Action action = Action::create;
  std::size_t incoming = 0;  // index
  std::size_t folder = 0;    // index
  std::string target;        // absolute
  bool backup = false;       // replace: what stands there is somebody's, and is kept elsewhere
  Refusal reason = Refusal::exists;
  std::string message;  // refuse: what and why, speaking of the target as "it"; else empty
  std::string help;
  std::vector<FileEdit> edits;
};

struct PlanOptions {
  bool link = false;
  bool force = false;  // what stands in the way gives way, and is kept as a backup
};

// What tells the sources of two skills apart, so that one folder or address that is named in two ways is one source.
struct SourceIdentity {
  std::string source;  // absolute, links resolved; or an address without its form
  std::string folder;  // the same, with the way down to the skill
};

// What one step does, from what stands at its target. Pure. `first` is where the entry came from.
Step plan_step(const Incoming& incoming, const Standing& standing, const SourceIdentity& now,
               const std::optional<SourceIdentity>& first, const PlanOptions& options);

// Skills of one run that would share a folder: "Lint" and "lint" are one on many disks. Gives a message for the first
// pair, naming both, or an empty text.
struct Clash {
  std::size_t first = 0;
  std::size_t second = 0;
};
std::optional<Clash> find_clash(const std::vector<Incoming>& incoming);

}  // namespace skillstow
