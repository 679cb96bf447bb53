#include "install/transaction.h"

#include <algorithm>
#include <set>

#include <time.h>
#include <unistd.h>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "install/base_store.h"
#include "install/standing.h"
#include "install/undo_store.h"

namespace skillstow {
namespace {

constexpr std::string_view k_own_staging = ".skillstow-staging-";
constexpr std::string_view k_own_backups = ".skillstow-backups";
constexpr std::uint64_t k_max_journal = 512u << 20;

std::string parent_of(const std::string& path) { return std::string(parent_path(path)); }

std::string time_stamp() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  tm parts{};
  ::gmtime_r(&now.tv_sec, &parts);
  char text[32];
  const std::size_t length = ::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text, length);
}

// The nearest folder that exists at or above the path.
std::string existing_above(std::string path) {
  while (path.size() > 1 && status_behind(path).kind == FileKind::missing) path = parent_path(path);
  return path;
}

std::vector<std::string> read_paths(const std::string& file) {
  std::vector<std::string> paths;
  const auto bytes = read_file(file, k_max_journal);
  const auto json = bytes ? parse_json(*bytes) : tl::unexpected(bytes.error());
  if (!json) return paths;
  for (const JsonValue& item : json->items) {
    if (item.kind == JsonValue::Kind::string) paths.push_back(item.text);
  }
  return paths;
}

std::string write_paths(const std::set<std::string>& paths) {
  JsonWriter json;
  json.begin_array();
  for (const std::string& path : paths) json.string(path);
  json.end_array();
  return json.take() + "\n";
}

}  // namespace

bool is_unfinished(const Site& site) { return status_of(site.journal()).kind != FileKind::missing; }

bool has_leftovers(const Site& site) {
  return is_unfinished(site) || status_of(site.staging()).kind != FileKind::missing ||
         status_of(site.journal() + ".new").kind != FileKind::missing;
}

Transaction::Transaction(Disk& disk, Site site, Tell tell, StateLock lock)
    : disk_(disk), site_(std::move(site)), tell_(std::move(tell)), lock_(std::move(lock)), stamp_(time_stamp()) {}

Result<std::unique_ptr<Transaction>> Transaction::open(Disk& disk, const Site& site, Tell tell) {
  // A project may come from anybody; without a home, what is kept for later stands in it too.
  for (const std::string& own : {site.state, site.backups(), parent_of(site.undo), site.undo, parent_of(site.bases),
                                 site.bases, site.staging()}) {
    if (site.scope == Scope::user || !is_below(own, site.state) || status_of(own).kind != FileKind::link) continue;
    return failure(ErrorKind::outside, site.shown(own), "it is a link, and skillstow keeps its own files there",
                   "remove the link");
  }
  auto lock = StateLock::take(site, tell);
  if (!lock) return tl::unexpected(lock.error());
  std::unique_ptr<Transaction> transaction(new Transaction(disk, site, std::move(tell), std::move(*lock)));
  if (auto done = transaction->recover(); !done) return tl::unexpected(done.error());
  return transaction;
}

Transaction::~Transaction() {
  if (!done_) {
    for (const std::string& folder : journal_.staging) (void)remove_all(disk_, folder);
    if (journal_written_ && journal_.phase == Journal::Phase::staging) (void)disk_.remove_file(site_.journal());
  }
  lock_.remove_if_last(site_);
}

// A project's folder may come from anybody, with a journal in it. One that skillstow wrote names nothing but staging
// folders of its own and targets in the project.
bool Transaction::is_ours(const Journal& journal) const {
  const auto is_clean = [](const std::string& path) { return normal_path(path) == path; };
  const auto in_staging = [&](const std::string& path) {
    return path.empty() || (is_clean(path) &&
                            std::any_of(journal.staging.begin(), journal.staging.end(), [&](const std::string& folder) {
                              return path.size() > folder.size() && is_below(path, folder);
                            }));
  };
  // Nor does it go through a link: paths are written down with their links resolved.
  const auto in_root = [&](const std::string& path) {
    if (!is_clean(path)) return false;
    if (site_.scope == Scope::user) return true;
    return is_below(path, site_.root) && !is_behind_link(site_, path);
  };
  const auto is_backup = [&](const std::string& path) {
    return in_root(path) &&
           (is_below(path, site_.backups()) || base_name(parent_path(parent_path(path))) == k_own_backups);
  };
  for (const std::string& folder : journal.staging) {
    const bool own = base_name(folder).substr(0, k_own_staging.size()) == k_own_staging && in_root(folder);
    if (!is_clean(folder) || (folder != site_.staging() && !own)) return false;
  }
  for (const std::string& folder : journal.folders) {
    if (!in_root(folder)) return false;
  }
  if (!journal.undo.empty() && (!is_clean(journal.undo) || parent_path(journal.undo) != site_.undo)) return false;
  for (const Change& change : journal.changes) {
    if (!in_root(change.target) || !in_staging(change.staged) || !in_staging(change.aside)) return false;
    if (!change.backup.empty() && !is_backup(change.backup)) return false;
  }
  return true;
}

Result<void> Transaction::recover() {
  // Of a run that could not even clean up: files that were about to be put in place, and what was staged.
  for (const std::string& file : {site_.journal(), site_.record, site_.made_folders()}) {
    if (status_of(file + ".new").kind == FileKind::missing) continue;
    if (auto done = disk_.remove_file(file + ".new"); !done) return done;
  }
  if (!is_unfinished(site_)) return remove_all(disk_, site_.staging());
  const auto bytes = read_file(site_.journal(), k_max_journal);
  if (!bytes) return tl::unexpected(bytes.error());
  auto journal = parse_journal(*bytes, site_.shown(site_.journal()));
  if (!journal) return tl::unexpected(journal.error());
  if (!is_ours(*journal)) {
    return failure(ErrorKind::bad_input, site_.shown(site_.journal()),
                   "the journal of a run that was broken off names folders that are not its own",
                   "skillstow did not write it; look where it comes from, then remove it");
  }
  journal_ = std::move(*journal);
  journal_written_ = true;
  if (journal_.phase == Journal::Phase::swapping) {
    tell_("an earlier run was broken off; finishing what it began");
    if (auto done = swap_all(true); !done) {
      undo();
      return done;
    }
  } else if (journal_.phase == Journal::Phase::undoing) {
    tell_("an earlier run failed and was broken off; going back to the state before it");
    undo();
  }
  if (auto done = finish(); !done) return done;
  journal_ = Journal{};
  journal_written_ = false;
  return remove_all(disk_, site_.staging());
}

std::string Transaction::on_device_of(const std::string& target, const std::string& usual,
                                      const std::string& own) const {
  const std::string near = existing_above(parent_of(target));
  if (status_behind(site_.state).device == status_behind(near).device) return usual;
  // Beside the skills folder, or in it where it is a file system of its own; hidden from agents by its dot.
  const std::string beside = parent_of(near);
  const bool same = !beside.empty() && status_behind(beside).device == status_behind(near).device;
  return join_path(same ? beside : near, own);
}

Result<std::string> Transaction::staging_path(const std::string& target) {
  const std::string folder = on_device_of(target, site_.staging(), format("{}{}", k_own_staging, ::getpid()));
  if (std::find(journal_.staging.begin(), journal_.staging.end(), folder) == journal_.staging.end()) {
    journal_.staging.push_back(folder);
    if (folder != site_.staging()) {
      // The next run looks for leftovers in the state folder; of others it must be told before they are made.
      if (auto done = write(); !done) return tl::unexpected(done.error());
      if (auto done = remove_all(disk_, folder); !done) return tl::unexpected(done.error());
    }
    if (auto done = disk_.make_folder(folder, 0700); !done) return tl::unexpected(done.error());
  }
  return join_path(folder, format("{}", ++counter_));
}

std::string Transaction::backup_path(const std::string& target) {
  const std::string folder = join_path(on_device_of(target, site_.backups(), std::string(k_own_backups)), stamp_);
  const std::string name(base_name(target));
  for (int n = 1;; ++n) {
    std::string path = join_path(folder, n == 1 ? name : format("{}-{}", name, n));
    const auto taken = [&path](const Change& change) { return change.backup == path; };
    if (status_of(path).kind != FileKind::missing) continue;
    if (std::none_of(journal_.changes.begin(), journal_.changes.end(), taken)) return path;
  }
}

void Transaction::change(const std::string& target, const std::string& staged, const std::string& backup,
                         std::vector<std::string> to_flush) {
  Change change;
  change.target = target;
  change.staged = staged;
  change.backup = backup;
  journal_.changes.push_back(std::move(change));
  to_flush_.insert(to_flush_.end(), std::make_move_iterator(to_flush.begin()), std::make_move_iterator(to_flush.end()));
}

Result<void> Transaction::write() {
  journal_written_ = true;
  return put_file(disk_, site_.journal(), write_journal(journal_));
}

Result<void> Transaction::prepare(const Record& before, const Record& record) {
  journal_.before = write_record(before);
  journal_.record = record.skills.empty() ? std::string() : write_record(record);
  std::set<std::string> folders;
  for (Change& change : journal_.changes) {
    auto aside = staging_path(change.target);
    if (!aside) return tl::unexpected(aside.error());
    change.aside = *aside;
    if (!change.staged.empty()) change.new_inode = status_of(change.staged).inode;
    change.old_inode = status_of(change.target).inode;
    for (std::string up = parent_of(change.target); up.size() > 1 && status_behind(up).kind == FileKind::missing;
         up = parent_of(up)) {
      folders.insert(up);
    }
  }
  journal_.folders.assign(folders.begin(), folders.end());
  for (int n = 1; journal_.undo.empty(); ++n) {
    const std::string step = join_path(site_.undo, format("{}-{}-{}", stamp_, ::getpid(), n));
    if (status_of(step).kind == FileKind::missing) journal_.undo = step;
  }
  if (auto done = disk_.sync(to_flush_); !done) return done;
  if (auto done = disk_.sync(journal_.staging); !done) return done;
  journal_.phase = Journal::Phase::swapping;
  return write();
}

Result<void> Transaction::commit(const Record& before, const Record& record) {
  auto done = prepare(before, record);
  if (!done) {
    if (journal_written_) (void)disk_.remove_file(site_.journal());
    return done;  // the destructor removes what was staged
  }
  done = swap_all(false);
  if (!done) {
    undo();
    if (auto cleaned = finish(); !cleaned)
      tell_(format("cleaning up failed as well: {}: {}", cleaned.error().path, cleaned.error().message));
    done_ = true;
    return done;
  }
  done_ = true;
  // From here on the new state is there and recorded; what is left over only takes room, and the next run removes it.
  if (auto cleaned = finish(); !cleaned) {
    tell_(format("the skills are in place, but cleaning up failed: {}: {}", cleaned.error().path,
                 cleaned.error().message));
  }
  return {};
}

Result<void> Transaction::swap(const Change& change, bool recovering) {
  const FileStatus there = status_of(change.target);
  if (!change.staged.empty() && there.kind != FileKind::missing && there.inode == change.new_inode) return {};  // done
  const bool moved_aside = status_of(change.aside).kind != FileKind::missing;
  if (change.staged.empty()) {
    if (moved_aside || there.kind == FileKind::missing) return {};
    if (there.inode != change.old_inode) return {};  // somebody put something else there meanwhile
    return disk_.move(change.target, change.aside);
  }
  if (status_of(change.staged).kind == FileKind::missing) return {};  // only in a recovery: taken away by somebody
  if (there.kind == FileKind::missing) {
    if (auto made = make_folders(disk_, parent_of(change.target)); !made) return tl::unexpected(made.error());
    return disk_.move(change.staged, change.target);
  }
  if (there.inode != change.old_inode) {
    if (recovering) {
      tell_(format("{} was changed by somebody after the run was broken off, and is left as it is",
                   site_.shown(change.target)));
      return {};
    }
    return failure(ErrorKind::exists, site_.shown(change.target), "it was changed by another program just now",
                   "try again");
  }
  const auto exchanged = disk_.exchange(change.staged, change.target);
  if (!exchanged) return tl::unexpected(exchanged.error());
  if (*exchanged) return {};
  if (auto done = disk_.move(change.target, change.aside); !done) return done;
  return disk_.move(change.staged, change.target);
}

Result<void> Transaction::swap_all(bool recovering) {
  std::vector<std::string> parents;
  for (const Change& change : journal_.changes) {
    if (auto done = swap(change, recovering); !done) {
      done.error().path = site_.shown(change.target);
      return done;
    }
    parents.push_back(parent_of(change.target));
  }
  for (const std::string& folder : journal_.folders) parents.push_back(parent_of(folder));
  std::sort(parents.begin(), parents.end());
  parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  if (auto done = disk_.sync(parents); !done) return done;
  if (journal_.record.empty()) return disk_.remove_file(site_.record);
  return put_file(disk_, site_.record, journal_.record);
}

// Back to the old state, from wherever a run got to. Each step can be repeated. Errors are told and not given: the
// caller reports the one that began it.
void Transaction::undo() {
  if (journal_.phase != Journal::Phase::undoing) {
    journal_.phase = Journal::Phase::undoing;
    (void)write();  // if the disk is full, going back needs no room and is tried all the same
  }
  for (auto change = journal_.changes.rbegin(); change != journal_.changes.rend(); ++change) {
    const FileStatus there = status_of(change->target);
    const FileStatus staged = change->staged.empty() ? FileStatus{} : status_of(change->staged);
    const bool new_is_there =
        !change->staged.empty() && there.kind != FileKind::missing && there.inode == change->new_inode;
    const bool old_is_aside = status_of(change->aside).kind != FileKind::missing;
    Result<void> done;
    if (new_is_there && staged.kind != FileKind::missing && staged.inode == change->old_inode) {
      const auto exchanged = disk_.exchange(change->staged, change->target);
      if (!exchanged) done = tl::unexpected(exchanged.error());
    } else if (new_is_there) {
      done = disk_.move(change->target, change->staged);
    }
    if (done && old_is_aside && status_of(change->target).kind == FileKind::missing) {
      done = disk_.move(change->aside, change->target);
    }
    if (!done) {
      tell_(format("going back failed: {}: {}", site_.shown(change->target), done.error().message));
    }
  }
  for (auto folder = journal_.folders.rbegin(); folder != journal_.folders.rend(); ++folder) {
    if (status_of(*folder).kind == FileKind::folder) (void)disk_.remove_folder(*folder);  // if it is empty
  }
  for (Change& change : journal_.changes) change.backup.clear();
}

// What comes after the last change that counts. The old states go to their backups or away, then the staging, then the
// journal.
Result<void> Transaction::finish() {
  const bool undone = journal_.phase == Journal::Phase::undoing;
  const Record before = parse_record(journal_.before, site_.record).value_or(Record{});
  for (Change& change : journal_.changes) {
    if (undone || change.old_inode == 0) continue;
    for (const std::string& old : {change.staged, change.aside}) {
      if (old.empty() || status_of(old).inode != change.old_inode) continue;
      if (change.backup.empty()) {
        if (is_accounted_for(old, change, before)) continue;  // see keep_for_undo()
        change.backup = backup_path(change.target);
        tell_(format("{} was changed in the meantime; what was there is kept at {}", site_.shown(change.target),
                     site_.shown(change.backup)));
      }
      if (auto made = make_folders(disk_, parent_of(change.backup)); !made) return tl::unexpected(made.error());
      auto moved = disk_.move(old, change.backup);
      if (!moved) return moved;
    }
  }
  if (!undone) {
    if (auto kept = keep_for_undo(before); !kept) {
      tell_(format("this change cannot be undone later: {}: {}", kept.error().path, kept.error().message));
      (void)remove_all(disk_, journal_.undo);
    }
    remove_made_folders();
    if (status_of(site_.bases).kind == FileKind::folder) drop_unused_bases(disk_, site_, before, record_after());
  }
  for (const std::string& folder : journal_.staging) {
    if (undone) {
      // An old state that could not be brought back is the only copy there is.
      const bool holds_old = std::any_of(journal_.changes.begin(), journal_.changes.end(), [&](const Change& change) {
        for (const std::string& path : {change.staged, change.aside}) {
          if (!path.empty() && is_below(path, folder) && change.old_inode != 0 &&
              status_of(path).inode == change.old_inode)
            return true;
        }
        return false;
      });
      if (holds_old)
        return failure(ErrorKind::other, folder, "it holds the old state of a skill that could not be brought back",
                       "");
    }
    if (auto done = remove_all(disk_, folder); !done) return done;
  }
  if (!journal_written_) return {};
  return disk_.remove_file(site_.journal());
}

// Whether nothing is lost with the old state: each of its files is as the record says, or is in the new state too.
bool Transaction::is_accounted_for(const std::string& old, const Change& change, const Record& before) const {
  const auto entry = before.skills.find(site_.shown(change.target));
  const bool known = entry != before.skills.end();
  if (known && entry->second.method == Method::link) return read_link(old).value_or("") == entry->second.link;
  if (status_of(old).kind != FileKind::folder) return false;
  bool all = true;
  const std::vector<RecordedFile> standing = files_standing(old, &all);
  if (!all) return false;
  const std::vector<FileEdit> edits =
      compare_files(known ? entry->second.files : std::vector<RecordedFile>{}, standing);
  if (edits.empty()) return true;
  const std::vector<RecordedFile> now =
      change.staged.empty() ? std::vector<RecordedFile>{} : files_standing(change.target);
  return std::all_of(edits.begin(), edits.end(), [&](const FileEdit& edit) {
    if (edit.kind == EditKind::removed) return true;
    const RecordedFile* there = find_file(now, edit.path);
    return there != nullptr && *there == *find_file(standing, edit.path);
  });
}

Record Transaction::record_after() const {
  return journal_.record.empty() ? Record{} : parse_record(journal_.record, site_.record).value_or(Record{});
}

// The old states go where `undo` finds them, with what it needs to know; its file is written last and makes the step
// complete. Can be repeated by a recovery.
Result<void> Transaction::keep_for_undo(const Record& before) {
  if (journal_.undo.empty() || status_of(undo_file(journal_.undo)).kind == FileKind::regular) return {};
  UndoStep step;
  step.root = site_.root;
  step.before = before.skills.empty() ? std::string() : journal_.before;
  step.after = journal_.record;
  if (status_of(journal_.undo).kind == FileKind::missing) {
    if (auto made = make_folders(disk_, site_.undo); !made) return tl::unexpected(made.error());
    if (auto made = disk_.make_folder(journal_.undo, 0700); !made) return made;
  }
  Record now = record_after();
  int number = 0;
  for (const Change& change : journal_.changes) {
    UndoTarget target{site_.shown(change.target), change.backup};
    const std::string kept = join_path(journal_.undo, format("{}", ++number));
    if (change.backup.empty() && change.old_inode != 0) {
      for (const std::string& old : {change.staged, change.aside}) {
        if (old.empty() || status_of(old).inode != change.old_inode) continue;
        if (disk_.move(old, kept)) continue;
        // Another file system: a copy, whole or not at all.
        if (auto done = remove_all(disk_, kept); !done) return done;
        if (auto done = copy_tree(disk_, old, kept); !done) return done;
      }
      if (status_of(kept).kind != FileKind::missing) target.old = kept;
    }
    const auto entry = now.skills.find(target.target);
    if (entry != now.skills.end() && entry->second.method == Method::copy &&
        status_of(change.target).kind == FileKind::folder)
      entry->second.files = files_standing(change.target);
    step.targets.push_back(std::move(target));
  }
  step.now = now.skills.empty() ? std::string() : write_record(now);
  const auto done = put_file(disk_, undo_file(journal_.undo), write_undo(step), Flush::no, 0600);
  return done ? drop_other_undo(disk_, site_, journal_.undo) : done;
}

// The folders that earlier runs and this one made, and that hold nothing any more, go again.
void Transaction::remove_made_folders() {
  std::set<std::string> made;
  for (const std::string& path : read_paths(site_.made_folders())) {
    const std::string folder = site_.absolute(path);
    if (site_.scope == Scope::user || (is_below(folder, site_.root) && folder != site_.root)) made.insert(folder);
  }
  const std::set<std::string> before = made;
  made.insert(journal_.folders.begin(), journal_.folders.end());
  for (auto folder = made.rbegin(); folder != made.rend();) {
    const FileStatus status = status_of(*folder);
    const bool gone = status.kind != FileKind::folder || disk_.remove_folder(*folder).has_value();
    folder = gone ? std::make_reverse_iterator(made.erase(std::next(folder).base())) : std::next(folder);
  }
  if (made == before) return;
  std::set<std::string> shown;
  for (const std::string& folder : made) shown.insert(site_.shown(folder));
  if (made.empty()) {
    (void)disk_.remove_file(site_.made_folders());
  } else {
    // If a power cut takes it, an empty folder may stay one day.
    (void)put_file(disk_, site_.made_folders(), write_paths(shown), Flush::no);
  }
}

}  // namespace skillstow
