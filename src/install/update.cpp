#include "install/update.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "install/base_store.h"
#include "install/removal.h"
#include "install/stage.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_merged = 4u << 20;

bool only_added(const std::vector<FileEdit>& edits) {
  return std::all_of(edits.begin(), edits.end(), [](const FileEdit& edit) { return edit.kind == EditKind::added; });
}

std::string version_of(const std::string& commit, const std::string& digest) {
  return commit.empty() ? digest : commit;
}

// One step of update or sync, from what stands at the target and what the source has.
class Planning {
 public:
  Planning(const Site& site, const Record& record, Upstreams& upstreams, const UpdateOptions& options)
      : site_(site), record_(record), upstreams_(upstreams), options_(options) {}

  UpdateStep update(const std::string& key, const RecordedSkill& skill) {
    begin(key, skill);
    if (is_behind_link(site_, step_.target)) {
      return leave(UpdateState::modified, "it is reached through a link now, which leads elsewhere",
                   "bring back the folder, or remove the link", standing_.edits);
    }
    if (skill.method == Method::link) return update_link();
    if (skill.source.empty()) {
      note("it is not known where it came from, so there is nothing to compare it with",
           "`skillstow adopt --from SOURCE` says where");
      return judge_edits_alone();
    }
    const Upstream& upstream = upstreams_.latest(skill, step_.target);
    step_.upstream = &upstream;
    if (upstream.kind != Upstream::Kind::found) return update_without(upstream);
    step_.to = version_of(upstream.commit, upstream.contents.digest());
    const std::vector<RecordedFile> recorded = upstream.contents.recorded();
    const bool same = recorded == skill.files;
    step_.after = skill;
    step_.after.path = upstream.path;
    if (same) {
      step_.to = step_.from;
    } else {
      take_entry(upstream, recorded);
    }
    step_.changes_record = !same || upstream.moved;
    if (standing_.kind == FileKind::missing) {
      return leave(UpdateState::modified, "it is missing here", "`skillstow sync` brings it back", standing_.edits);
    }
    const bool line_ends = differ_in_line_ends(step_.target, skill.files, standing_.edits);
    if (same && line_ends) note(format("line ends differ, nothing else: {}", in_words(standing_.edits)), "");
    if (same && (only_added(standing_.edits) || line_ends) && folder()) {
      if (upstream.moved) step_.state = UpdateState::updated;
      return std::move(step_);
    }
    if (!same && !pass_gate(upstream)) return std::move(step_);
    if (folder() && (only_added(standing_.edits) || line_ends)) {
      step_.backup = line_ends;
      return take(keep_additions(upstream.contents, skill.files, standing_.files), UpdateState::updated);
    }
    return update_edited(upstream, same);
  }

  UpdateStep sync(const std::string& key, const RecordedSkill& skill) {
    begin(key, skill);
    const bool untouched =
        folder() && (only_added(standing_.edits) || differ_in_line_ends(step_.target, skill.files, standing_.edits));
    if (standing_.as_written || (skill.method == Method::copy && untouched)) {
      if (standing_.as_written) step_.files.clear();
      return std::move(step_);
    }
    if (standing_.kind != FileKind::missing && !options_.force) return refuse_edits();
    if (is_behind_link(site_, step_.target)) {
      return leave(UpdateState::failed, "its folder is reached through a link now, which leads elsewhere",
                   "bring back the folder, or remove the link");
    }
    step_.after = skill;
    step_.backup = standing_.kind != FileKind::missing;
    if (skill.method == Method::link) return sync_link();
    if (skill.source.empty()) {
      return leave(UpdateState::failed, "it is not known where it came from, so it cannot be brought back",
                   "`skillstow adopt --from SOURCE` says where");
    }
    const Upstream& upstream = upstreams_.at_commit(skill);
    step_.upstream = &upstream;
    if (upstream.kind == Upstream::Kind::failed) return fail(upstream.error);
    if (upstream.kind != Upstream::Kind::found) {
      return leave(UpdateState::failed, format("there is no skill at {} in its source", visible(skill.path, 200)),
                   "`skillstow update` tells what became of it");
    }
    step_.to = version_of(upstream.commit, upstream.contents.digest());
    const std::vector<RecordedFile> recorded = upstream.contents.recorded();
    const bool exact = recorded == skill.files;
    if (!exact && options_.frozen) {
      return leave(UpdateState::failed,
                   "its source no longer has what the record says, and --frozen takes nothing else",
                   "`skillstow update` takes what is there now", compare_files(skill.files, recorded));
    }
    if (!pass_gate(upstream)) return std::move(step_);
    if (!exact) {
      take_entry(upstream, recorded);
      step_.changes_record = true;
    }
    return take(keep_additions(upstream.contents, skill.files, standing_.files),
                exact ? UpdateState::restored : UpdateState::updated);
  }

 private:
  void begin(const std::string& key, const RecordedSkill& skill) {
    step_ = {};
    skill_ = &skill;
    step_.name = skill.name;
    step_.key = key;
    step_.target = site_.absolute(key);
    step_.from = version_of(skill.commit, skill.digest);
    step_.to = step_.from;
    standing_ = look_at(site_, record_, step_.target);
    if (standing_.kind == FileKind::missing) {
      standing_.edits = compare_files(skill.files, {});
    }
    step_.files = standing_.edits;
  }

  // What the record will say once the source's files are here.
  void take_entry(const Upstream& upstream, const std::vector<RecordedFile>& recorded) {
    step_.after.digest = upstream.contents.digest();
    step_.after.commit = upstream.commit;
    step_.after.files = recorded;
  }

  bool folder() const { return standing_.kind == FileKind::folder; }

  void note(std::string message, std::string help) {
    step_.message = std::move(message);
    step_.help = std::move(help);
  }

  UpdateStep leave(UpdateState state, std::string message, std::string help, std::vector<FileEdit> files = {}) {
    step_.state = state;
    step_.message = std::move(message);
    step_.help = std::move(help);
    step_.files = std::move(files);
    step_.changes_record = false;
    return std::move(step_);
  }

  UpdateStep fail(const Error& error) {
    step_.unread = true;
    step_.to.clear();
    return leave(UpdateState::failed,
                 error.path.empty() ? error.message : format("{}: {}", visible(error.path), error.message), error.help);
  }

  UpdateStep refuse_edits() {
    std::string what = "it is no longer what skillstow put there";
    if (folder() && skill_->method == Method::copy) what = format("it was edited: {}", in_words(standing_.edits));
    if (standing_.kind == FileKind::missing) what = "it is missing here";
    return leave(
        UpdateState::modified, std::move(what),
        "--force brings it back to its source and keeps the edited folder as a backup; update --merge keeps the "
        "edits and adds what is new",
        standing_.edits);
  }

  UpdateStep judge_edits_alone() {
    if (standing_.as_written || (folder() && only_added(standing_.edits))) return std::move(step_);
    return refuse_edits();
  }

  // A link shows whatever its source has now.
  UpdateStep update_link() {
    if (!standing_.as_written) return refuse_edits();
    if (status_behind(step_.target).kind == FileKind::folder) return std::move(step_);
    return leave(UpdateState::gone, format("the link leads to {}, which is not there", visible(skill_->link)),
                 "remove it, or bring back what it leads to");
  }

  UpdateStep sync_link() {
    const std::string behind = normal_path(join_path(parent_path(step_.target), skill_->link));
    if (status_behind(behind).kind != FileKind::folder) {
      return leave(UpdateState::failed, format("the link would lead to {}, which is not there", visible(skill_->link)),
                   "bring back what it leads to");
    }
    step_.state = UpdateState::restored;
    step_.writes = true;
    return std::move(step_);
  }

  UpdateStep update_without(const Upstream& upstream) {
    step_.to.clear();
    if (upstream.kind == Upstream::Kind::failed) return fail(upstream.error);
    const std::string source = visible(skill_->source);
    if (upstream.kind == Upstream::Kind::renamed) {
      step_.successor = upstream.successor;
      return leave(
          UpdateState::renamed,
          format("it is no longer in {}; {} at {} is very like it", source, visible(upstream.successor, 100),
                 visible(upstream.successor_path, 200)),
          format("`skillstow install {} --skill {}` installs that one, `skillstow remove {}` takes this one away",
                 source, visible(upstream.successor, 100), visible(step_.name, 100)));
    }
    if (!options_.prune) {
      return leave(UpdateState::gone, format("it is no longer in {}; its files stay", source),
                   "--prune removes what is gone");
    }
    if (!folder() && standing_.kind != FileKind::missing) return refuse_edits();
    if (!only_added(standing_.edits) && standing_.kind != FileKind::missing && !options_.force) return refuse_edits();
    step_.backup = !only_added(standing_.edits) && standing_.kind != FileKind::missing;
    if (!step_.backup) {
      for (const FileEdit& edit : standing_.edits)
        if (edit.kind == EditKind::added) step_.merge.kept.push_back(edit.path);
    }
    step_.takes_away = true;
    return leave(UpdateState::removed, "", "", {});
  }

  UpdateStep update_edited(const Upstream& upstream, bool same) {
    if (options_.merge && folder()) {
      if (same) return refuse_edits();  // nothing is new: the edits are all there is
      return merge(upstream);
    }
    if (!options_.force) return refuse_edits();
    step_.backup = true;
    return take(keep_additions(upstream.contents, skill_->files, standing_.files),
                same ? UpdateState::restored : UpdateState::updated);
  }

  UpdateStep merge(const Upstream& upstream) {
    const Upstream* base = skill_->commit.empty() ? nullptr : &upstreams_.at_commit(*skill_);
    const auto read_old = [&](const std::string& path) -> Result<std::string> {
      const RecordedFile* written = find_file(skill_->files, path);
      if (base == nullptr && written != nullptr) return read_base(site_, written->content);
      if (base == nullptr || base->kind != Upstream::Kind::found)
        return failure(ErrorKind::not_found, path, "the old version is gone");
      return base->tree->read(path, k_max_merged);
    };
    const auto read_mine = [&](const std::string& path) {
      return read_file(join_path(step_.target, path), k_max_merged);
    };
    const auto read_theirs = [&](const std::string& path) { return upstream.tree->read(path, k_max_merged); };
    Merge merged =
        merge_three_ways(upstream.contents, skill_->files, standing_.files, read_old, read_mine, read_theirs);
    if (!merged.conflicts.empty()) {
      std::vector<FileEdit> files;
      for (const std::string& path : merged.conflicts) files.push_back({path, EditKind::changed});
      return leave(UpdateState::modified,
                   format("both you and the source changed {}, and only a person can put that together",
                          visible(join(merged.conflicts, ", "), 400)),
                   "nothing was written; `skillstow diff` shows both; take your edits out, or use --force, which keeps "
                   "the edited folder as a backup",
                   std::move(files));
    }
    step_.backup = true;
    return take(std::move(merged), UpdateState::updated);
  }

  UpdateStep take(Merge merge, UpdateState state) {
    step_.files = compare_files(skill_->files, step_.upstream->contents.recorded());
    step_.merge = std::move(merge);
    step_.state = state;
    step_.writes = true;
    return std::move(step_);
  }

  bool pass_gate(const Upstream& upstream) {
    const Prepared prepared = prepare(upstream.source(), {upstream.candidate}, {0}, options_.gate);
    if (prepared.refused.empty()) return true;
    const Refused& refused = prepared.refused.front();
    step_.state = UpdateState::failed;
    step_.message = refused.message;
    step_.help = refused.help;
    step_.findings = refused.findings;
    step_.files.clear();
    step_.changes_record = false;
    return false;
  }

  const Site& site_;
  const Record& record_;
  Upstreams& upstreams_;
  const UpdateOptions& options_;
  const RecordedSkill* skill_ = nullptr;
  Standing standing_;
  UpdateStep step_;
};

Result<void> stage(Disk& disk, Transaction& transaction, const UpdateStep& step, const std::string& backup) {
  const auto staged = transaction.staging_path(step.target);
  if (!staged) return tl::unexpected(staged.error());
  if (step.after.method == Method::link) {
    if (auto done = disk.make_link(*staged, step.after.link); !done) return done;
    transaction.change(step.target, *staged, backup);
    return {};
  }
  auto written = stage_merge(disk, *step.upstream->tree, step.merge, step.target, *staged);
  if (!written) return tl::unexpected(written.error());
  keep_bases(disk, transaction.site(), step.after, reader_of(*step.upstream->tree, step.upstream->contents));
  transaction.change(step.target, *staged, backup, std::move(*written));
  return {};
}

Result<void> take_away(Disk& disk, Transaction& transaction, const UpdateStep& step, const std::string& backup) {
  if (status_of(step.target).kind == FileKind::missing) return {};
  std::string staged;
  std::vector<std::string> written;
  if (!step.merge.kept.empty()) {
    auto path = transaction.staging_path(step.target);
    if (!path) return tl::unexpected(path.error());
    auto files = stage_remainder(disk, step.target, step.merge.kept, *path);
    if (!files) return tl::unexpected(files.error());
    staged = std::move(*path);
    written = std::move(*files);
  }
  transaction.change(step.target, staged, backup, std::move(written));
  return {};
}

}  // namespace

std::string_view name_of(UpdateState state) {
  switch (state) {
    case UpdateState::updated:
      return "updated";
    case UpdateState::restored:
      return "restored";
    case UpdateState::modified:
      return "modified";
    case UpdateState::gone:
      return "gone";
    case UpdateState::removed:
      return "removed";
    case UpdateState::renamed:
      return "renamed";
    case UpdateState::failed:
      return "failed";
    case UpdateState::current:
      break;
  }
  return "current";
}

std::vector<UpdateStep> plan_update(const Site& site, const Record& record, const Wanted& wanted, Upstreams& upstreams,
                                    const UpdateOptions& options) {
  upstreams.leave_out(record);
  Planning planning(site, record, upstreams, options);
  std::vector<UpdateStep> steps;
  for (const auto& [key, skill] : record.skills) {
    if (wanted(key, skill)) steps.push_back(planning.update(key, skill));
  }
  return steps;
}

std::vector<UpdateStep> plan_sync(const Site& site, const Record& record, const Wanted& wanted, Upstreams& upstreams,
                                  const UpdateOptions& options) {
  Planning planning(site, record, upstreams, options);
  std::vector<UpdateStep> steps;
  for (const auto& [key, skill] : record.skills) {
    if (wanted(key, skill)) steps.push_back(planning.sync(key, skill));
  }
  return steps;
}

Result<std::vector<Backup>> carry_out(Disk& disk, Transaction& transaction, const std::vector<UpdateStep>& steps,
                                      const Record& before) {
  Record after = before;
  std::vector<Backup> backups;
  bool changes = false;
  for (const UpdateStep& step : steps) {
    if (!step.writes && !step.takes_away && !step.changes_record) continue;
    changes = true;
    std::string backup;
    if (step.backup) {
      backup = transaction.backup_path(step.target);
      backups.push_back({step.target, backup});
    }
    if (step.takes_away) {
      if (auto done = take_away(disk, transaction, step, backup); !done) return tl::unexpected(done.error());
      after.skills.erase(step.key);
      continue;
    }
    if (step.changes_record) after.skills[step.key] = step.after;
    if (!step.writes) continue;
    if (auto done = stage(disk, transaction, step, backup); !done) return tl::unexpected(done.error());
  }
  if (!changes) return backups;
  if (auto done = transaction.commit(before, after); !done) return tl::unexpected(done.error());
  return backups;
}

}  // namespace skillstow
