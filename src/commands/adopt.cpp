#include "commands/adopt.h"

#include <algorithm>
#include <map>
#include <memory>

#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/ask.h"
#include "commands/site_options.h"
#include "commands/source_options.h"
#include "install/adopt.h"
#include "install/base_store.h"
#include "install/target_folders.h"
#include "install/transaction.h"

namespace skillstow {
namespace {

class Adopt {
 public:
  Adopt(const AdoptOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    if (options_.all && !options_.names.empty()) {
      return fail(io_, options_.format,
                  {ErrorKind::usage, "", "--all and names exclude each other", "give one of them"});
    }
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    into_ = choice->into;
    auto agents = find_agent_ids(options_.agents);
    if (!agents) return fail(io_, options_.format, agents.error());
    agents_ = std::move(*agents);
    auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    if (auto done = plan(*record); !done) return fail(io_, options_.format, done.error());
    if (options_.dry_run || (!changes() && !has_leftovers(site_))) return finish();
    if (io_.interactive && !options_.yes) {
      for (const Adoption& one : adoptions_) io_.err(line_of(one, true));
      if (!ask_yes(io_, "Take them over? No file is touched.")) {
        io_.err("Nothing was changed.\n");
        return ExitCode::findings;
      }
    }
    Disk disk;
    auto transaction = Transaction::open(disk, site_, [this](std::string_view text) { say_note(io_, text); });
    if (!transaction) return fail(io_, options_.format, transaction.error());
    record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    if (auto done = plan(*record); !done) return fail(io_, options_.format, done.error());
    if (changes()) {
      Record after = *record;
      for (const Adoption& one : adoptions_) {
        if (!one.refusal.empty()) continue;
        after.skills[one.key] = one.entry;
        keep_bases(disk, site_, one.entry, reader(one));
      }
      if (auto done = (*transaction)->commit(*record, after); !done) return fail(io_, options_.format, done.error());
    }
    return finish();
  }

 private:
  Result<void> plan(const Record& record) {
    std::vector<std::string> folders{into_};
    if (into_.empty()) folders = skills_folders(site_, record, agents_);
    const ForeignLock lock(site_);
    notes_ = lock.notes();
    adoptions_ = plan_adoption(site_, record, folders, lock);
    const auto is_named = [this](const Adoption& one) {
      if (options_.names.empty())
        return options_.all || !options_.from.empty() || one.claim.installer != Installer::nobody;
      return std::any_of(options_.names.begin(), options_.names.end(),
                         [&one](const std::string& name) { return name == one.name || name == base_name(one.key); });
    };
    adoptions_.erase(
        std::remove_if(adoptions_.begin(), adoptions_.end(), [&](const Adoption& one) { return !is_named(one); }),
        adoptions_.end());
    add_unknown_names(record);
    return options_.from.empty() ? Result<void>() : take_source();
  }

  void add_unknown_names(const Record& record) {
    for (const std::string& name : options_.names) {
      const auto has_it = [&name](const Adoption& one) { return one.name == name || base_name(one.key) == name; };
      if (std::any_of(adoptions_.begin(), adoptions_.end(), has_it)) continue;
      Adoption missing;
      missing.name = name;
      missing.refusal = "no skill of that name stands in a skills folder here";
      for (const auto& [key, skill] : record.skills) {
        if (skill.name == name || base_name(key) == name) missing.refusal = "skillstow has it in its record already";
      }
      adoptions_.push_back(std::move(missing));
    }
  }

  // --from: what the source has counts as what was installed, so that what differs here is an edit and is kept.
  Result<void> take_source() {
    const auto opened = open_source(options_.from, open_options(options_.ref, "", options_.offline, io_));
    if (!opened) return tl::unexpected(opened.error());
    source_ = opened->tree;
    const Candidates candidates = find_candidates(*opened->tree, opened->shown, discovery_of(*opened, io_));
    for (Adoption& one : adoptions_) {
      if (!one.refusal.empty() || one.entry.method == Method::link) continue;
      const auto named = [&one](const Candidate& candidate) { return candidate.name == one.name; };
      const auto found = std::find_if(candidates.skills.begin(), candidates.skills.end(), named);
      if (found == candidates.skills.end()) {
        one.refusal = format("there is no skill of that name in {}", visible(opened->shown));
        continue;
      }
      Contents& contents = contents_[one.key];
      contents = gather_contents(*opened->tree, found->found.folder, found->found.manifest_name, ContentLimits{});
      RecordedSkill& entry = one.entry;
      entry.source = recorded_source(site_, *opened);
      entry.ref = opened->ref;
      entry.commit = opened->commit;
      entry.path = join_path(opened->path, found->found.folder);
      if (entry.path.empty()) entry.path = ".";
      one.claim.note.clear();
      const std::vector<FileEdit> edits = compare_files(contents.recorded(), entry.files);
      if (!edits.empty()) one.claim.note = format("it differs from its source: {}", in_words(edits));
      entry.files = contents.recorded();
      entry.digest = contents.digest();
      if (manifest_of(entry) == nullptr) one.refusal = "its SKILL.md cannot be read in the source";
    }
    return {};
  }

  // The files as they are recorded: those of the source that was named, else what stands there.
  ReadFile reader(const Adoption& one) const {
    if (const auto known = contents_.find(one.key); known != contents_.end()) return reader_of(*source_, known->second);
    return reader_of(site_.absolute(one.key));
  }

  bool changes() const {
    return std::any_of(adoptions_.begin(), adoptions_.end(), [](const Adoption& one) { return one.refusal.empty(); });
  }

  std::string line_of(const Adoption& one, bool before) const {
    if (!one.refusal.empty()) return {};
    std::string line = format("{:<14} {}", before ? "would adopt" : "adopted", visible(one.key));
    if (one.entry.method == Method::link) {
      line += format("  -> {}", visible(one.entry.link));
    } else {
      line += one.entry.source.empty() ? std::string("  from an unknown source")
                                       : format("  from {}", visible(one.entry.source));
    }
    return line + format("  ({})\n", name_of(one.claim.installer));
  }

  ExitCode finish() {
    for (const std::string& note : notes_) say_note(io_, note);
    bool refused = false;
    for (const Adoption& one : adoptions_) {
      refused = refused || !one.refusal.empty();
      if (!one.refusal.empty()) say_refusal(io_, one.key.empty() ? one.name : one.key, visible(one.refusal), "");
      if (one.refusal.empty() && !one.claim.note.empty())
        say_note(io_, format("{}: {}", visible(one.name), one.claim.note));
    }
    if (options_.format == Format::json) {
      write_json();
    } else {
      for (const Adoption& one : adoptions_) io_.out(line_of(one, options_.dry_run));
      if (adoptions_.empty()) {
        say_note(io_, "there is nothing to take over; --all takes copies too that no installer knows");
      }
    }
    return refused ? ExitCode::findings : ExitCode::ok;
  }

  void write_json() const {
    JsonWriter json;
    json.begin_object().key("adopted").begin_array();
    for (const Adoption& one : adoptions_) {
      if (!one.refusal.empty()) continue;
      json.begin_object().member("name", one.name).member("path", json_path(site_, site_.absolute(one.key)));
      json.member_or_null("source", one.entry.source).member_or_null("ref", one.entry.ref);
      json.member_or_null("commit", one.entry.commit).member("digest", one.entry.digest);
      json.member("method", name_of(one.entry.method)).member("from", name_of(one.claim.installer));
      if (!one.claim.note.empty()) json.member("note", one.claim.note);
      json.end_object();
    }
    json.end_array().key("refused").begin_array();
    for (const Adoption& one : adoptions_) {
      if (one.refusal.empty()) continue;
      json.begin_object().member("name", one.name);
      json.member_or_null("path", one.key.empty() ? "" : json_path(site_, site_.absolute(one.key)));
      json.member("reason", one.key.empty() ? "not-installed" : "unreadable").member("message", one.refusal);
      json.end_object();
    }
    io_.out(json.end_array().member("dry_run", options_.dry_run).end_object().take() + "\n");
  }

  const AdoptOptions& options_;
  Io& io_;
  Site site_;
  std::string into_;
  std::vector<std::string> agents_;
  std::vector<Adoption> adoptions_;
  std::vector<std::string> notes_;
  std::shared_ptr<const Tree> source_;        // --from
  std::map<std::string, Contents> contents_;  // what the source has, by the record's key
};

}  // namespace

ExitCode adopt(const AdoptOptions& options, Io& io) { return Adopt(options, io).run(); }

}  // namespace skillstow
