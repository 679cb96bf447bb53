#include "commands/undo.h"

#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/ask.h"
#include "commands/edits.h"
#include "commands/site_options.h"
#include "install/undo.h"

namespace skillstow {
namespace {

std::string_view word_of(UndoAction action, bool before) {
  switch (action) {
    case UndoAction::bring_back:
      return before ? "would bring back" : "brought back";
    case UndoAction::take_away:
      return before ? "would take away" : "taken away";
    case UndoAction::keep:
    case UndoAction::refuse:
      break;
  }
  return "";
}

std::string_view name_of(UndoAction action) {
  switch (action) {
    case UndoAction::bring_back:
      return "brought-back";
    case UndoAction::take_away:
      return "taken-away";
    case UndoAction::refuse:
      return "refused";
    case UndoAction::keep:
      break;
  }
  return "unchanged";
}

class Undo {
 public:
  Undo(const UndoOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    auto choice = choose_site(options_.user, options_.dir, "", io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    // A run that was broken off is finished first: it is the last change.
    if (!options_.dry_run && has_leftovers(site_)) {
      auto settled = Transaction::open(disk_, site_, [this](std::string_view text) { say_note(io_, text); });
      if (!settled) return fail(io_, options_.format, settled.error());
    }
    if (auto done = plan(); !done) return fail(io_, options_.format, done.error());
    if (!step_) return nothing();
    if (plan_.refused || options_.dry_run) return finish(options_.dry_run);
    if (io_.interactive && !options_.yes) {
      for (const UndoMove& move : plan_.moves) io_.err(line_of(move, true));
      if (!ask_yes(io_, "Undo?")) {
        io_.err("Nothing was changed.\n");
        return ExitCode::findings;
      }
    }
    auto transaction = Transaction::open(disk_, site_, [this](std::string_view text) { say_note(io_, text); });
    if (!transaction) return fail(io_, options_.format, transaction.error());
    if (auto done = plan(); !done) return fail(io_, options_.format, done.error());
    if (!step_) return nothing();
    if (plan_.refused) return finish(false);
    if (auto done = carry_out(disk_, **transaction, plan_, record_); !done) {
      return fail(io_, options_.format, done.error());
    }
    return finish(false);
  }

 private:
  Result<void> plan() {
    auto record = read_site_record(site_);
    if (!record) return tl::unexpected(record.error());
    record_ = std::move(*record);
    auto step = read_undo(site_);
    if (!step) return tl::unexpected(step.error());
    step_ = std::move(*step);
    if (!step_) return {};
    auto plan = plan_undo(site_, record_, *step_);
    if (!plan) return tl::unexpected(plan.error());
    plan_ = std::move(*plan);
    return {};
  }

  ExitCode nothing() {
    say_note(io_, "there is no change here to undo");
    if (options_.format == Format::json) write_json(false);
    return ExitCode::ok;
  }

  std::string line_of(const UndoMove& move, bool before) const {
    const std::string_view word = word_of(move.action, before);
    return word.empty() ? std::string() : format("{:<16} {}\n", word, visible(site_.shown(move.target)));
  }

  ExitCode finish(bool before) {
    for (const UndoMove& move : plan_.moves) {
      if (move.action == UndoAction::refuse) say_refusal(io_, site_.shown(move.target), move.message, "");
    }
    if (plan_.refused) io_.err("Nothing was changed: the last change is undone as a whole, or not at all.\n");
    if (options_.format == Format::json) {
      write_json(before);
    } else if (!plan_.refused) {
      for (const UndoMove& move : plan_.moves) io_.out(line_of(move, before));
      if (plan_.moves.empty()) io_.out("The record is as it was before the last change.\n");
    }
    return plan_.refused ? ExitCode::findings : ExitCode::ok;
  }

  void write_json(bool before) {
    JsonWriter json;
    json.begin_object().key("undone").begin_array();
    for (const UndoMove& move : plan_.moves) {
      if (plan_.refused || move.action == UndoAction::keep) continue;
      json.begin_object().member("path", json_path(site_, move.target));
      json.member("state", name_of(move.action)).end_object();
    }
    json.end_array().key("refused").begin_array();
    for (const UndoMove& move : plan_.moves) {
      if (move.action != UndoAction::refuse) continue;
      json.begin_object().member("path", json_path(site_, move.target)).member("reason", "modified");
      json.member("message", move.message);
      write_edits(json, move.edits);
      json.end_object();
    }
    io_.out(json.end_array().member("dry_run", before).end_object().take() + "\n");
  }

  const UndoOptions& options_;
  Io& io_;
  Disk disk_;
  Site site_;
  Record record_;
  std::optional<UndoStep> step_;
  UndoPlan plan_;
};

}  // namespace

ExitCode undo(const UndoOptions& options, Io& io) { return Undo(options, io).run(); }

}  // namespace skillstow
