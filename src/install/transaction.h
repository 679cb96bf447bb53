#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "install/disk.h"
#include "install/journal.h"
#include "install/record.h"
#include "install/site.h"
#include "install/state_lock.h"

namespace skillstow {

// Changes any number of folders and the record as one: all or none, whatever happens in between.
//
// New states are staged on the file system of their target, outside the skills folders, so that no agent ever loads a
// half-written skill. Then the journal is written, each new state changes places with the old one in one step
// (renameat2, RENAME_EXCHANGE), and the record is replaced. If a step fails, those before it are undone. If the process
// dies, the next one goes on from the journal: at every moment each target holds its old or its new state, complete.
// (Where a file system cannot exchange, the old state is moved aside first; then a target can be absent for the moment
// between two renames, and the next run brings it back.)
//
// Old states are kept for undo_store.h until the next change.
class Transaction {
 public:
  using Tell = std::function<void(std::string_view)>;

  // Takes the site's lock and puts right what an earlier run left behind; `tell` gets sentences for the user.
  static Result<std::unique_ptr<Transaction>> open(Disk& disk, const Site& site, Tell tell);
  ~Transaction();

  const Site& site() const { return site_; }

  // A path to stage a new state at: not there yet, on the file system of `target`, in a folder that exists.
  Result<std::string> staging_path(const std::string& target);

  // A place for what somebody may want back; made only when it is needed. Named after the time and the target.
  std::string backup_path(const std::string& target);

  // `staged` takes the place of what is at `target`; empty: the target goes. `backup` keeps the old state, empty: it is
  // deleted. `to_flush` names what was staged: folders, and files in them.
  void change(const std::string& target, const std::string& staged, const std::string& backup,
              std::vector<std::string> to_flush = {});

  // Does it, with the record as its last step. On an error everything is as it was before.
  // `before` is the record as it was read: what it does not account for is never deleted, but kept as a backup, even if
  // it was changed after it was looked at.
  Result<void> commit(const Record& before, const Record& record);

 private:
  Transaction(Disk& disk, Site site, Tell tell, StateLock lock);
  Result<void> recover();
  bool is_ours(const Journal& journal) const;
  Result<void> prepare(const Record& before, const Record& record);
  bool is_accounted_for(const std::string& old, const Change& change, const Record& before) const;
  Result<void> swap(const Change& change, bool recovering);
  Result<void> swap_all(bool recovering);
  void undo();
  Result<void> finish();
  Result<void> write();
  Result<void> keep_for_undo(const Record& before);
  Record record_after() const;
  void remove_made_folders();
  std::string on_device_of(const std::string& target, const std::string& usual, const std::string& own) const;

  Disk& disk_;
  Site site_;
  Tell tell_;
  StateLock lock_;
  Journal journal_;
  bool journal_written_ = false;
  bool done_ = false;
  std::vector<std::string> to_flush_;
  std::string stamp_;
  int counter_ = 0;
};

// Whether an earlier run was broken off here, so that readers can say so. Changes nothing.
bool is_unfinished(const Site& site);

// Whether a run has left anything behind, if none is going on: for those that change something and would clean up.
bool has_leftovers(const Site& site);

}  // namespace skillstow
