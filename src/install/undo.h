#pragma once

#include <string>
#include <vector>

#include "install/standing.h"
#include "install/transaction.h"
#include "install/undo_store.h"

namespace skillstow {

enum class UndoAction {
  bring_back,  // the old state replaces what is there, or comes where nothing is
  take_away,   // nothing was there before
  keep,        // nothing is there, and nothing was
  refuse,      // somebody has changed it since
};

struct UndoMove {
  UndoAction action = UndoAction::keep;
  std::string target;  // absolute
  std::string old;     // absolute
  std::string message;
  std::vector<FileEdit> edits;
};

struct UndoPlan {
  std::vector<UndoMove> moves;
  Record before;  // the record as it will be again
  bool refused = false;
};

// What taking the step back does, from what stands at its targets. Fails if the record is not the one that the step
// left behind: something else changed it since. Reads the disk, changes nothing.
Result<UndoPlan> plan_undo(const Site& site, const Record& record, const UndoStep& step);

// All of it or nothing; itself a change that can be undone.
Result<void> carry_out(Disk& disk, Transaction& transaction, const UndoPlan& plan, const Record& record);

}  // namespace skillstow
