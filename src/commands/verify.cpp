#include "commands/verify.h"

#include <algorithm>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/edits.h"
#include "commands/installed_names.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "install/inventory.h"
#include "install/standing.h"
#include "install/transaction.h"

namespace skillstow {
namespace {

// One recorded folder, or one that is not recorded.
struct Verified {
  std::string name;
  std::string path;  // as the record has it
  InstalledState state = InstalledState::ok;
  std::vector<FileEdit> edits;
  std::string note;
};

class Verify {
 public:
  Verify(const VerifyOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    const auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    say_unfinished(io_, site_);
    const auto asked = asked_for(options_.names, options_.agents, choice->into);
    if (!asked) return fail(io_, options_.format, asked.error());
    if (auto done = require_installed(site_, *record, *asked); !done) {
      return fail_names(io_, options_.format, done.error());
    }
    for (const auto& [key, skill] : record->skills) {
      if (asked->takes(site_, key, skill)) look(*record, key, skill);
    }
    if (options_.names.empty()) {
      std::vector<std::string> folders{choice->into};
      if (choice->into.empty()) folders = skills_folders(site_, *record, asked->agents);
      add_untracked(*record, folders);
    }
    if (options_.format == Format::json) {
      write_json();
    } else {
      write_text();
    }
    const bool sound = std::all_of(verified_.begin(), verified_.end(), [](const Verified& one) {
      return one.state == InstalledState::ok || one.state == InstalledState::untracked;
    });
    return sound ? ExitCode::ok : ExitCode::findings;
  }

 private:
  void look(const Record& record, const std::string& key, const RecordedSkill& skill) {
    Verified one{skill.name, key, InstalledState::ok, {}, {}};
    const std::string target = site_.absolute(key);
    const Standing standing = look_at(site_, record, target);
    if (standing.kind == FileKind::missing) {
      one.state = InstalledState::missing;
    } else if (standing.as_written) {
      if (skill.method == Method::link && status_behind(target).kind != FileKind::folder) {
        one.state = InstalledState::missing;
        one.note = format("the link leads to {}, which is not there", visible(standing.link));
      }
    } else {
      one.state = InstalledState::modified;
      one.edits = standing.edits;
      if (skill.method == Method::copy && differ_in_line_ends(target, skill.files, one.edits)) {
        one.note = "line ends differ, nothing else";
      } else if (one.edits.empty()) {
        one.note = standing.kind == FileKind::link ? format("it is a link to {} now", visible(standing.link))
                                                   : std::string("something else stands there now");
      }
    }
    verified_.push_back(std::move(one));
  }

  void add_untracked(const Record& record, const std::vector<std::string>& folders) {
    for (const InstalledSkill& skill : take_inventory(site_, record, folders)) {
      if (skill.state != InstalledState::untracked && skill.state != InstalledState::broken) continue;
      for (const std::string& place : skill.places) {
        if (record.skills.count(place) == 0)
          verified_.push_back({skill.name, place, InstalledState::untracked, {}, skill.note});
      }
    }
  }

  void write_json() const {
    JsonWriter json;
    json.begin_object().key("skills").begin_array();
    for (const Verified& one : verified_) {
      json.begin_object().member("name", one.name).member("path", json_path(site_, site_.absolute(one.path)));
      json.member("state", name_of(one.state));
      write_edits(json, one.edits);
      if (!one.note.empty()) json.member("note", one.note);
      json.end_object();
    }
    io_.out(json.end_array().end_object().take() + "\n");
  }

  void write_text() const {
    for (const Verified& one : verified_) {
      std::string line = format("{:<10} {}", name_of(one.state), visible(one.path));
      if (!one.note.empty()) line += format("  ({})", one.note);
      io_.out(line + "\n");
      for (const FileEdit& edit : one.edits) io_.out(format("  {}\n", in_words(edit)));
    }
    if (verified_.empty()) say_note(io_, "skillstow has installed nothing here");
  }

  const VerifyOptions& options_;
  Io& io_;
  Site site_;
  std::vector<Verified> verified_;
};

}  // namespace

ExitCode verify(const VerifyOptions& options, Io& io) { return Verify(options, io).run(); }

}  // namespace skillstow
