#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "install/standing.h"

namespace skillstow {

enum class RemovalAction {
  remove,    // all that skillstow wrote goes; files that somebody added stay
  forget,    // it is gone already, and goes from the record too
  unassign,  // other agents still use the folder: it stays, for them alone
  refuse,
};

enum class RemovalRefusal { not_installed, not_ours, modified, outside, linked, not_confirmed };
std::string_view name_of(RemovalRefusal refusal);

// What is to happen to one skill's folder.
struct RemovalStep {
  RemovalAction action = RemovalAction::remove;
  std::string name;
  std::string key;                  // in the record; empty where there is no entry
  std::string target;               // absolute
  std::vector<std::string> kept;    // remove: files that somebody added, from the skill's folder
  std::vector<std::string> agents;  // unassign: those that stay
  bool backup = false;              // remove, forced: the folder is edited and is kept as a backup
  RemovalRefusal reason = RemovalRefusal::not_installed;
  std::string message;
  std::string help;
  std::vector<FileEdit> edits;
};

struct RemovalRequest {
  std::vector<std::string> names;  // as SKILL.md declares them, or of their folders; never taken for paths
  bool all = false;
  std::vector<std::string> agents;  // ids; empty = whoever has it
  std::string into;                 // only in this skills folder, absolute; empty = in all
  bool force = false;
};

// Only what the record knows can be removed; what else stands in `folders` (the skills folders of the site, absolute,
// links resolved) is named in the refusal. A skill that a link in one of them leads to is refused too, since the link
// would lead nowhere. Reads the disk, changes nothing.
std::vector<RemovalStep> plan_removal(const Site& site, const Record& record, const RemovalRequest& request,
                                      const std::vector<std::string>& folders);

}  // namespace skillstow
