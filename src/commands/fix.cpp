#include "commands/fix.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/fix_write.h"
#include "commands/say.h"
#include "config/settings.h"
#include "lint/fixer.h"
#include "lint/places.h"
#include "lint/unified_diff.h"
#include "rules/rule.h"

namespace skillstow {
namespace {

struct Outcome {
  std::size_t skills = 0;
  std::size_t files = 0;
  std::size_t fixes = 0;
  ExitCode code = ExitCode::ok;
};

void say(Io& io, const std::string& path, std::string_view what) {
  io.err(format("skillstow: {}: {}\n", visible(path), visible(what)));
}

// Why the manifest is not fixed; empty if it may be.
std::string_view reason_to_pass(const Skill& skill) {
  switch (skill.encoding) {
    case Encoding::utf8:
    case Encoding::utf8_bom:
      return {};
    case Encoding::utf16_le:
    case Encoding::utf16_be:
      return "passed over: it is UTF-16, and only UTF-8 is changed; save it as UTF-8 first";
    case Encoding::utf32:
      return "passed over: it is UTF-32, and only UTF-8 is changed; save it as UTF-8 first";
    case Encoding::binary:
      break;
  }
  return "passed over: it is not text";
}

// Those files of the skill that changed and were shown or written, with their fixes.
struct Done {
  std::vector<const FileChange*> files;
  std::vector<const AppliedFix*> fixes;
};

class Fixing {
 public:
  Fixing(const FixOptions& options, const Config& config, Io& io) : options_(options), config_(config), io_(io) {
    if (json()) writer_.begin_object().member("version", std::uint64_t{1}).key("skills").begin_array();
  }

  void skill(const Skill& skill, const FoundSkill& found, const std::string& absolute) {
    if (is_excluded(config_, path_in(config_, absolute))) return;
    ++outcome_.skills;
    const std::string manifest = join_path(skill.path, skill.manifest_name);
    if (!skill.manifest_problem.empty()) {
      say(io_, manifest, "passed over: " + skill.manifest_problem);
      outcome_.code = ExitCode::failure;
      return;
    }
    if (const std::string_view reason = reason_to_pass(skill); !reason.empty()) say(io_, manifest, reason);
    FixChoice choice;
    choice.unsafe = options_.unsafe;
    choice.rules = options_.rules;
    const Settings settings = settings_for(config_, path_in(config_, absolute));
    choice.settings = &settings;
    choice.placement.place = found.place;  // a skill behind a link is not changed at all
    const Mended mended = mend(skill, choice);
    std::set<std::string> told;
    for (const RefusedFix& refused : mended.refused) {
      const std::string path = join_path(skill.path, refused.file);
      if (told.insert(path + refused.reason).second)
        say(io_, path, format("the fix for {} is left out: {}", refused.rule, refused.reason));
    }
    if (mended.files.empty()) return;
    if (found.linked) {
      say(io_, skill.path, "its folder is a link, and nothing is changed through it; fix the folder that it leads to");
      return;
    }
    show(skill, mended, change(skill, mended));
  }

  Outcome finish(const Places& places) {
    for (const Skipped& skip : places.skipped)
      if (skip.failed) say(io_, skip.path, skip.reason);
    if (json()) {
      writer_.end_array().key("skipped").begin_array();
      for (const Skipped& skip : places.skipped)
        writer_.begin_object().member("path", skip.path).member("reason", skip.reason).end_object();
      writer_.end_array().key("summary").begin_object();
      writer_.member("fixes", std::uint64_t{outcome_.fixes}).member("files", std::uint64_t{outcome_.files});
      io_.out(writer_.end_object().end_object().take() + "\n");
    } else if (outcome_.skills > 0) {
      io_.out(outcome_.files == 0 ? std::string("nothing to fix\n")
                                  : format("{} {} in {}\n", counted(outcome_.fixes, "fix", "fixes"),
                                           options_.diff ? "offered" : "applied", counted(outcome_.files, "file")));
    }
    return outcome_;
  }

 private:
  bool json() const { return options_.format == Format::json; }

  // Writes the files, or with --diff only takes note of them.
  Done change(const Skill& skill, const Mended& mended) {
    Done done;
    std::set<std::string> failed;
    for (const FileChange& file : mended.files) {
      const std::string path = join_path(skill.path, file.file);
      // A file can belong to two skills, one inside the other.
      if (options_.diff && !shown_.insert(normal_path(path)).second) {
        failed.insert(file.file);
        continue;
      }
      const Result<void> written = options_.diff ? Result<void>{} : write_change(skill.path, file);
      if (written) {
        done.files.push_back(&file);
        continue;
      }
      say(io_, path, written.error().message);
      failed.insert(file.file);
      outcome_.code = ExitCode::failure;
    }
    for (const AppliedFix& fix : mended.fixes)
      if (!failed.contains(fix.file)) done.fixes.push_back(&fix);
    outcome_.files += done.files.size();
    outcome_.fixes += done.files.empty() ? 0 : done.fixes.size();
    return done;
  }

  void show(const Skill& skill, const Mended& mended, const Done& done) {
    if (json()) {
      show_json(skill, mended, done);
      return;
    }
    for (const FileChange* file : done.files) {
      if (!options_.diff) io_.out(visible(join_path(skill.path, file->file)) + "\n");
      for (const AppliedFix* fix : done.fixes)
        if (fix->file == file->file)
          io_.out(format("  {} [{}]{}\n", visible(fix->title), fix->rule, fix->safe ? "" : " unsafe"));
      if (!options_.diff) continue;
      const std::string diff = diff_of(*file, skill.path);
      io_.out(io_.out_terminal ? diff_for_terminal(diff, io_.color) : diff);
    }
  }

  void show_json(const Skill& skill, const Mended& mended, const Done& done) {
    writer_.begin_object().member("path", skill.path).key("fixes").begin_array();
    for (const AppliedFix* fix : done.fixes) {
      writer_.begin_object().member("rule", fix->rule).member("file", fix->file);
      writer_.member("line", std::uint64_t{fix->line}).member("title", fix->title).member("safe", fix->safe);
      writer_.end_object();
    }
    writer_.end_array().key("files").begin_array();
    for (const FileChange* file : done.files) {
      writer_.begin_object().member("file", file->file).member("new_file", file->new_file);
      writer_.member("executable", file->executable).member("diff", diff_of(*file, skill.path)).end_object();
    }
    writer_.end_array().key("refused").begin_array();
    for (const RefusedFix& refused : mended.refused) {
      writer_.begin_object().member("rule", refused.rule).member("file", refused.file);
      writer_.member("reason", refused.reason).end_object();
    }
    writer_.end_array().end_object();
  }

  const FixOptions& options_;
  const Config& config_;
  Io& io_;
  JsonWriter writer_;
  Outcome outcome_;
  std::set<std::string> shown_;
};

}  // namespace

ExitCode fix(const FixOptions& options, Io& io) {
  for (const std::string& id : options.rules) {
    if (find_rule(id)) continue;
    const std::string_view near = nearest_rule(id);
    io.err(format("skillstow: there is no rule \"{}\"{}\n", visible(id),
                  near.empty() ? std::string("; skillstow explain lists them") : format("; did you mean {}?", near)));
    return ExitCode::usage;
  }
  const std::string home = io.env("HOME").value_or("");
  const Result<Config> config = find_config(options.config, home);
  if (!config) {
    const ExitCode code = fail(io, options.format, config.error());
    return config.error().kind == ErrorKind::bad_input ? ExitCode::usage : code;
  }
  const Places places = find_places(options.paths, home);
  for (const Places::Root& root : places.roots) {
    if (!root.package) continue;
    return fail(io, options.format,
                {ErrorKind::usage, root.shown, "it is a package, and fix changes the files of folders",
                 "fix the folder that it was packed from, and pack that anew"});
  }
  Fixing fixing(options, *config, io);
  // One after the other, and each read only now: a skill inside another shares files with it.
  for (std::size_t i = 0; i < places.skills.size(); ++i) {
    fixing.skill(places.load(i), places.found(i), places.absolute(i));
  }
  const Outcome outcome = fixing.finish(places);
  if (places.unreadable()) return ExitCode::failure;
  if (outcome.skills == 0) {
    const Error error = nothing_found(options.paths, {}, false);
    say_error(io, error);
    return code_of(error);
  }
  return worse(outcome.code, options.diff && outcome.files > 0 ? ExitCode::findings : ExitCode::ok);
}

}  // namespace skillstow
