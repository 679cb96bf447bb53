#include "install/undo.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"

namespace skillstow {
namespace {

Result<Record> record_of(const std::string& text, const Site& site) {
  return text.empty() ? Result<Record>(Record{}) : parse_record(text, site.record);
}

// What of the edits is lost when the old state comes back: all but files that it holds too.
std::vector<FileEdit> lost_edits(std::vector<FileEdit> edits, const std::vector<RecordedFile>& standing,
                                 const std::vector<RecordedFile>& old) {
  const auto is_kept = [&](const FileEdit& edit) {
    if (edit.kind != EditKind::added) return false;
    const RecordedFile* mine = find_file(standing, edit.path);
    const RecordedFile* before = find_file(old, edit.path);
    return mine != nullptr && before != nullptr && *mine == *before;
  };
  edits.erase(std::remove_if(edits.begin(), edits.end(), is_kept), edits.end());
  return edits;
}

void judge(const Site& site, const Record& now, UndoMove& move) {
  const Standing standing = look_at(site, now, move.target);
  const auto refuse = [&move](std::string message) {
    move.action = UndoAction::refuse;
    move.message = std::move(message);
  };
  if (is_behind_link(site, move.target)) return refuse("it is reached through a link now, which leads elsewhere");
  if (standing.kind == FileKind::missing) {
    if (standing.entry && !move.old.empty()) return refuse("it was removed since");
    move.action = move.old.empty() ? UndoAction::keep : UndoAction::bring_back;
    return;
  }
  move.action = move.old.empty() ? UndoAction::take_away : UndoAction::bring_back;
  if (standing.entry && standing.as_written) return;
  const bool folder = standing.kind == FileKind::folder;
  if (!folder || (standing.entry && standing.entry->method == Method::link)) {
    return refuse("something else stands there now");
  }
  bool all = true;
  const std::vector<RecordedFile> files = standing.entry ? standing.files : files_standing(move.target, &all);
  std::vector<FileEdit> edits = standing.edits;
  if (!standing.entry) edits = compare_files({}, files);
  if (!all) edits.push_back({".", EditKind::changed});
  move.edits =
      lost_edits(std::move(edits), files, move.old.empty() ? std::vector<RecordedFile>{} : files_standing(move.old));
  if (!move.edits.empty()) refuse(format("it was edited since: {}", in_words(move.edits)));
}

}  // namespace

Result<UndoPlan> plan_undo(const Site& site, const Record& record, const UndoStep& step) {
  const auto after = record_of(step.after, site);
  const auto before = record_of(step.before, site);
  const auto now = record_of(step.now, site);
  for (const auto* one : {&after, &before, &now}) {
    if (!*one) return tl::unexpected(one->error());
  }
  if (write_record(*after) != write_record(record)) {
    return failure(ErrorKind::exists, site.shown(site.record),
                   "it is not as the last change left it, so something else changed it since (a checkout, a merge, an "
                   "editor)",
                   "bring back the skillstow.lock of that time, or go on from here with install, update and remove");
  }
  UndoPlan plan;
  plan.before = *before;
  for (const UndoTarget& target : step.targets) {
    UndoMove move;
    move.target = site.absolute(target.target);
    move.old = target.old;
    if (!is_below(move.target, site.root) && site.scope == Scope::project) {
      return failure(ErrorKind::outside, target.target, "it is outside the project",
                     "the step back was not written here");
    }
    if (!move.old.empty() && status_of(move.old).kind == FileKind::missing) {
      return failure(ErrorKind::not_found, move.old, "what the last change replaced was kept here, and is gone",
                     "nothing was changed");
    }
    judge(site, *now, move);
    plan.refused = plan.refused || move.action == UndoAction::refuse;
    plan.moves.push_back(std::move(move));
  }
  return plan;
}

Result<void> carry_out(Disk& disk, Transaction& transaction, const UndoPlan& plan, const Record& record) {
  for (const UndoMove& move : plan.moves) {
    if (move.action == UndoAction::keep) continue;
    std::string staged;
    if (move.action == UndoAction::bring_back) {
      auto path = transaction.staging_path(move.target);
      if (!path) return tl::unexpected(path.error());
      if (auto done = copy_tree(disk, move.old, *path); !done) return done;
      staged = std::move(*path);
    }
    transaction.change(move.target, staged, "", {});
  }
  return transaction.commit(record, plan.before);
}

}  // namespace skillstow
