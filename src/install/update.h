#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "install/installer.h"
#include "install/merge.h"
#include "install/transaction.h"
#include "install/upstream.h"

namespace skillstow {

enum class UpdateState {
  current,   // nothing to do
  updated,   // the source has something else, which takes its place
  restored,  // brought back to what the record says
  modified,  // edited, and left as it is
  gone,      // no longer in the source; left as it is
  removed,   // gone, and taken away because that was asked for
  renamed,   // no longer in the source under this name; left as it is
  failed,    // the source cannot be read, or the gate refuses what is in it now
};
std::string_view name_of(UpdateState state);

// What is to happen, or would happen, to one installed folder.
struct UpdateStep {
  UpdateState state = UpdateState::current;
  std::string name;
  std::string key;              // in the record
  std::string target;           // absolute
  std::string from;             // commit; of a folder the digest
  std::string to;               // the same of what the source has; empty where it has nothing
  std::vector<FileEdit> files;  // modified: the edits; else what becomes different
  std::string message;
  std::string help;
  std::string successor;               // renamed
  std::vector<Diagnostic> findings;    // failed: what the gate refused for
  bool unread = false;                 // failed: the source could not be read
  const Upstream* upstream = nullptr;  // of Upstreams, which must outlive this

  bool writes = false;  // a new state is staged, from here on
  bool backup = false;  // what stands there is somebody's, and is kept elsewhere
  bool takes_away = false;
  Merge merge;
  RecordedSkill after;  // its entry afterwards
  bool changes_record = false;
};

struct UpdateOptions {
  bool force = false;   // edited ones go back to their source; what stands there is kept as a backup
  bool merge = false;   // edits are put together with what is new
  bool prune = false;   // what is gone from its source goes here too
  bool frozen = false;  // sync: what the record says, or nothing
  GateOptions gate;
};

// What `update` does with the entries that `wanted` takes. Reads the disk and the sources, changes nothing.
using Wanted = std::function<bool(const std::string& key, const RecordedSkill& skill)>;
std::vector<UpdateStep> plan_update(const Site& site, const Record& record, const Wanted& wanted, Upstreams& upstreams,
                                    const UpdateOptions& options);

// What `sync` does: brings back what is recorded and missing, as it is recorded.
std::vector<UpdateStep> plan_sync(const Site& site, const Record& record, const Wanted& wanted, Upstreams& upstreams,
                                  const UpdateOptions& options);

// Carries out the steps that write or take away, all of them or none.
Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const std::vector<UpdateStep>& steps,
                                      const Record& before);

}  // namespace skillstow
