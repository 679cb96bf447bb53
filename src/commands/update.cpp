#include "commands/update.h"

#include <algorithm>

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/ask.h"
#include "commands/gate_options.h"
#include "commands/installed_names.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "commands/source_options.h"
#include "commands/update_report.h"

namespace skillstow {
namespace {

enum class Verb { update, outdated, sync };

class Update {
 public:
  Update(Verb verb, const UpdateCommandOptions& options, Io& io) : verb_(verb), options_(options), io_(io) {}

  ExitCode run() {
    if (options_.force && options_.merge) {
      return fail(io_, options_.format,
                  {ErrorKind::usage, "", "--force and --merge exclude each other",
                   "--merge keeps the edits, --force puts them aside"});
    }
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    auto asked = asked_for(options_.names, options_.agents, choice->into);
    if (!asked) return fail(io_, options_.format, asked.error());
    asked_ = std::move(*asked);
    auto gate = gate_options(site_, options_.allowed, false);
    if (!gate) return fail(io_, options_.format, gate.error());
    how_.force = options_.force;
    how_.merge = options_.merge;
    how_.prune = options_.prune;
    how_.frozen = options_.frozen;
    how_.gate = std::move(*gate);
    Upstreams upstreams(site_, recorded_opener(site_, options_.offline, io_));
    upstreams_ = &upstreams;

    // Sources are read first, and a person is asked, without the lock: nobody has to wait for a server or an answer.
    auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    if (auto done = require_installed(site_, *record, asked_); !done)
      return fail_names(io_, options_.format, done.error());
    plan(*record);
    const bool looks_only = verb_ == Verb::outdated || options_.dry_run;
    if (looks_only) say_unfinished(io_, site_);
    if (looks_only || (!writes() && !has_leftovers(site_)) || holds_back()) return finish(looks_only);
    if (!consent()) return ExitCode::findings;
    return apply();
  }

 private:
  void plan(const Record& record) {
    const auto wanted = [this](const std::string& key, const RecordedSkill& skill) {
      return asked_.takes(site_, key, skill);
    };
    steps_ = verb_ == Verb::sync ? plan_sync(site_, record, wanted, *upstreams_, how_)
                                 : plan_update(site_, record, wanted, *upstreams_, how_);
    // What is taken away needs a yes: from a person, or by --yes.
    if (options_.yes || io_.interactive || options_.dry_run) return;
    for (UpdateStep& step : steps_) {
      if (!step.takes_away) continue;
      step.takes_away = step.backup = false;
      step.state = UpdateState::gone;
      step.message = "it is no longer in its source; nobody is there to agree to its removal, so its files stay";
      step.help = "add --yes";
    }
  }

  bool writes() const {
    return std::any_of(steps_.begin(), steps_.end(),
                       [](const UpdateStep& step) { return step.writes || step.takes_away || step.changes_record; });
  }

  // sync --frozen: all of it, or nothing.
  bool holds_back() {
    if (verb_ != Verb::sync || !options_.frozen) return false;
    const bool sound = std::none_of(steps_.begin(), steps_.end(), [](const UpdateStep& step) {
      return step.state == UpdateState::failed || step.state == UpdateState::modified;
    });
    if (sound) return false;
    for (UpdateStep& step : steps_) {
      if (!step.writes) continue;
      step.writes = false;
      step.state = UpdateState::failed;
      step.message = "it is not brought back, since --frozen does all or nothing";
      step.help.clear();
    }
    return true;
  }

  std::string described() const {
    std::string text;
    for (const UpdateStep& step : steps_) text += describe_step(site_, step);
    return text;
  }

  bool consent() {
    if (options_.yes || !io_.interactive) return true;
    agreed_ = described();
    if (agreed_.empty()) return true;
    io_.err(agreed_);
    if (ask_yes(io_, verb_ == Verb::sync ? "Bring them back?" : "Update?")) return true;
    io_.err("Nothing was changed.\n");
    return false;
  }

  ExitCode apply() {
    Disk disk;
    auto transaction = Transaction::open(disk, site_, [this](std::string_view text) { say_note(io_, text); });
    if (!transaction) return fail(io_, options_.format, transaction.error());
    const auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    plan(*record);
    if (holds_back()) return finish(false);
    if (!agreed_.empty() && described() != agreed_) {
      return fail(io_, options_.format,
                  {ErrorKind::other, "", "what is installed has changed while you were asked, so nothing was done",
                   "try again"});
    }
    auto done = carry_out(disk, **transaction, steps_, *record);
    if (!done) return fail(io_, options_.format, done.error());
    backups_ = std::move(*done);
    return finish(false);
  }

  ExitCode finish(bool dry_run) {
    const UpdateReport report{&site_, &steps_, backups_, dry_run, "skillstow has installed nothing here"};
    const ExitCode code = write_update_report(report, options_.format, io_);
    if (verb_ != Verb::outdated || code == ExitCode::failure) return code;
    const bool all_current = std::all_of(steps_.begin(), steps_.end(),
                                         [](const UpdateStep& step) { return step.state == UpdateState::current; });
    return options_.exit_code && !all_current ? ExitCode::findings : ExitCode::ok;
  }

  Verb verb_;
  const UpdateCommandOptions& options_;
  Io& io_;
  Site site_;
  AskedFor asked_;
  UpdateOptions how_;
  Upstreams* upstreams_ = nullptr;
  std::vector<UpdateStep> steps_;
  std::vector<Backup> backups_;
  std::string agreed_;
};

}  // namespace

ExitCode update(const UpdateCommandOptions& options, Io& io) { return Update(Verb::update, options, io).run(); }
ExitCode outdated(const UpdateCommandOptions& options, Io& io) { return Update(Verb::outdated, options, io).run(); }
ExitCode sync(const UpdateCommandOptions& options, Io& io) { return Update(Verb::sync, options, io).run(); }

}  // namespace skillstow
