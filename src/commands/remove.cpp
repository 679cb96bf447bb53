#include "commands/remove.h"

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/ask.h"
#include "commands/edits.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "install/installer.h"
#include "install/inventory.h"
#include "install/target_folders.h"

namespace skillstow {
namespace {

class Remove {
 public:
  Remove(const RemoveOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    if (options_.names.empty() == !options_.all) {
      return fail(io_, options_.format,
                  {ErrorKind::usage, "", options_.all ? "--all and names exclude each other" : "no skill is named",
                   "name the skills, or give --all for whatever skillstow installed"});
    }
    auto agents = find_agent_ids(options_.agents);
    if (!agents) return fail(io_, options_.format, agents.error());
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    request_.names = options_.names;
    request_.all = options_.all;
    request_.force = options_.force;
    request_.into = choice->into;
    request_.agents = std::move(*agents);

    // Looked at first without the lock, so that a refusal writes nothing at all.
    auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    plan(*record);
    if (options_.dry_run || (!changes_ && !has_leftovers(site_))) return finish();
    if (!consent()) return ExitCode::findings;

    Disk disk;
    auto transaction = Transaction::open(disk, site_, [this](std::string_view text) { say_note(io_, text); });
    if (!transaction) return fail(io_, options_.format, transaction.error());
    record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    plan(*record);
    if (changes_) {
      auto done = carry_out(disk, **transaction, steps_, *record);
      if (!done) return fail(io_, options_.format, done.error());
      backups_ = std::move(*done);
    }
    return finish();
  }

 private:
  void plan(const Record& record) {
    steps_ = plan_removal(site_, record, request_, skills_folders(site_, record, {}));
    changes_ = false;
    for (const RemovalStep& step : steps_) changes_ = changes_ || step.action != RemovalAction::refuse;
  }

  // --all says less than names do, so it needs a yes: from a person, or by --yes.
  bool consent() {
    if (options_.yes) return true;
    if (!io_.interactive) {
      if (!options_.all) return true;
      say_error(io_, {ErrorKind::other, "",
                      format("--all would remove {}, and nobody is there to agree", counted(steps_.size(), "folder")),
                      "add --yes; --dry-run shows them first"});
      for (RemovalStep& step : steps_) {
        if (step.action == RemovalAction::refuse) continue;
        step.action = RemovalAction::refuse;
        step.reason = RemovalRefusal::not_confirmed;
        step.message = "nobody agreed";
      }
      (void)finish();
      return false;
    }
    for (const RemovalStep& step : steps_) {
      if (step.action != RemovalAction::refuse) io_.err(line_of(step, true));
    }
    if (ask_yes(io_, "Remove?")) return true;
    io_.err("Nothing was changed.\n");
    return false;
  }

  std::string line_of(const RemovalStep& step, bool before) const {
    const std::string at = visible(site_.shown(step.target));
    switch (step.action) {
      case RemovalAction::remove: {
        std::string line = format("{:<14} {}", before ? "would remove" : "removed", at);
        if (!step.kept.empty()) line += format("  but for what was added: {}", visible(join(step.kept, ", ")));
        return line + "\n";
      }
      case RemovalAction::forget:
        return format("{:<14} {}  it was gone already\n", before ? "would forget" : "forgotten", at);
      case RemovalAction::unassign:
        return format("{:<14} {}  still used by {}\n", "stays", at, join(step.agents, ", "));
      case RemovalAction::refuse:
        break;
    }
    return {};
  }

  ExitCode finish() {
    bool refused = false;
    for (const RemovalStep& step : steps_) {
      if (step.action != RemovalAction::refuse) continue;
      refused = true;
      if (step.reason == RemovalRefusal::not_confirmed) continue;  // said for all of them
      const std::string name = step.name.empty() ? "\"\"" : step.name;
      say_refusal(io_, step.target.empty() ? name : site_.shown(step.target), step.message, step.help);
    }
    say_backups(io_, site_, backups_);
    if (options_.format == Format::json) {
      write_json();
    } else {
      for (const RemovalStep& step : steps_) io_.out(line_of(step, options_.dry_run));
      if (options_.all && steps_.empty()) say_note(io_, "skillstow has installed nothing here");
    }
    return refused ? ExitCode::findings : ExitCode::ok;
  }

  void write_json() const {
    JsonWriter json;
    json.begin_object().key("removed").begin_array();
    for (const RemovalStep& step : steps_) {
      if (step.action != RemovalAction::remove && step.action != RemovalAction::forget) continue;
      json.begin_object()
          .member("name", step.name)
          .member("path", json_path(site_, step.target))
          .key("kept")
          .begin_array();
      for (const std::string& path : step.kept) json.string(path);
      json.end_array();
      for (const Backup& backup : backups_) {
        if (backup.target == step.target) json.member("backup", json_path(site_, backup.backup));
      }
      json.end_object();
    }
    json.end_array().key("stays").begin_array();
    for (const RemovalStep& step : steps_) {
      if (step.action != RemovalAction::unassign) continue;
      json.begin_object()
          .member("name", step.name)
          .member("path", json_path(site_, step.target))
          .key("agents")
          .begin_array();
      for (const std::string& agent : step.agents) json.string(agent);
      json.end_array().end_object();
    }
    json.end_array().key("refused").begin_array();
    for (const RemovalStep& step : steps_) {
      if (step.action != RemovalAction::refuse) continue;
      json.begin_object().member("name", step.name);
      json.member_or_null("path", step.target.empty() ? "" : json_path(site_, step.target));
      json.member("reason", name_of(step.reason)).member("message", step.message).member_or_null("help", step.help);
      write_edits(json, step.edits);
      json.end_object();
    }
    json.end_array().member("dry_run", options_.dry_run);
    io_.out(json.end_object().take() + "\n");
  }

  const RemoveOptions& options_;
  Io& io_;
  Site site_;
  RemovalRequest request_;
  std::vector<RemovalStep> steps_;
  std::vector<Backup> backups_;
  bool changes_ = false;
};

}  // namespace

ExitCode remove_skills(const RemoveOptions& options, Io& io) { return Remove(options, io).run(); }

}  // namespace skillstow
