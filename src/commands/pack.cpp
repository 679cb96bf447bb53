#include "commands/pack.h"

#include <algorithm>

#include "archive/archive.h"
#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "pack/package.h"
#include "pack/target_rules.h"
#include "report/finding_json.h"

namespace skillstow {
namespace {

struct Written {
  const Target* target;
  std::string path;  // as it is reported
  std::uint64_t bytes = 0;
  std::string sha256;
};

class Pack {
 public:
  Pack(const PackOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    if (auto error = choose_targets()) return fail(io_, options_.format, *error);
    const Result<std::int64_t> time = package_time(io_.env("SOURCE_DATE_EPOCH").value_or(""));
    if (!time) return fail(io_, options_.format, time.error());
    const Result<Places> places = places_to_pack(options_.path, io_);
    if (!places) return fail(io_, options_.format, places.error());
    const Result<std::size_t> chosen = choose_skill(*places, options_.path, options_.skill);
    if (!chosen) return fail(io_, options_.format, chosen.error());
    Result<SkillToPack> ready = prepare_to_pack(*places, *chosen);
    if (!ready) return fail(io_, options_.format, ready.error());
    skill_ = &*ready;

    problems_ = skill_->list.problems;
    for (const Target* target : targets_) {
      const std::vector<Diagnostic> found = check_target(*target, skill_->skill, skill_->list);
      problems_.insert(problems_.end(), found.begin(), found.end());
    }
    for (const Diagnostic& finding : skill_->judgement.findings) {
      if (finding.severity == Severity::error || finding.risk >= Risk::high) problems_.push_back(finding);
    }
    if (options_.list) return show_list();
    if (refuses()) return refuse();
    return write(*time);
  }

 private:
  std::optional<Error> choose_targets() {
    std::vector<std::string> ids;
    for (const Target& target : all_targets()) ids.emplace_back(target.id);
    for (const std::string& id : options_.targets) {
      const Target* target = find_target(id);
      if (!target)
        return Error{ErrorKind::usage, "", format("there is no target \"{}\"", visible(id)),
                     format("it takes {}", join(ids, ", "))};
      if (std::find(targets_.begin(), targets_.end(), target) == targets_.end()) targets_.push_back(target);
    }
    if (targets_.empty()) targets_.push_back(&all_targets().front());
    return std::nullopt;
  }

  bool refuses() const {
    if (skill_->list.impossible) return true;
    const bool errors = std::any_of(problems_.begin(), problems_.end(),
                                    [](const Diagnostic& problem) { return problem.severity == Severity::error; });
    return !options_.force && (errors || !skill_->refusal.empty());
  }

  ExitCode refuse() {
    say_problems();
    std::string why = skill_->refusal;
    if (why.empty()) why = skill_->list.impossible ? "no reader would take the package" : "its target would refuse it";
    io_.err(format("skillstow: {}: not packed: {}\n", visible(skill_->shown), why));
    if (!skill_->list.impossible) io_.err("  help: mend what was found; --force packs it all the same\n");
    if (options_.format == Format::json) print_json();
    return ExitCode::findings;
  }

  // Where a package goes: beside the skill's folder if the current one lies in it, since the next package would hold
  // this one.
  Result<std::string> place_of(const Target& target) const {
    const std::string name = skill_->name + std::string(target.ending);
    std::string path = options_.output;
    if (path.empty()) {
      const bool inside = !skill_->folder.empty() && is_inside(real_path(".").value_or(""));
      path = inside ? join_path(parent_path(skill_->folder), name) : name;
    } else if (targets_.size() > 1 || status_behind(path).kind == FileKind::folder) {
      path = join_path(path, name);
    }
    const std::string folder(parent_path(path));
    if (!skill_->folder.empty() && is_inside(real_path(folder.empty() ? "." : folder).value_or(""))) {
      return failure(ErrorKind::usage, path,
                     "it would stand in the skill's own folder, and be part of the next package",
                     "name another place with -o");
    }
    const FileStatus status = status_of(path);
    if (status.kind == FileKind::missing || status.kind == FileKind::link || options_.force) return path;
    const bool package =
        status.kind == FileKind::regular && is_archive(read_file_start(path, 512).value_or(std::string{}));
    if (package) return path;
    return failure(ErrorKind::exists, path, "something stands there that is no package, and is kept",
                   "name another file with -o; --force replaces it");
  }

  bool is_inside(const std::string& folder) const {
    return folder == skill_->folder || folder.starts_with(skill_->folder + "/");
  }

  ExitCode write(std::int64_t time) {
    // All packages are made before the first is written.
    std::vector<std::string> packages;
    for (const Target* target : targets_) {
      Result<std::string> package = build_package(*target, skill_->skill, skill_->list, skill_->name, time);
      if (!package) return fail(io_, options_.format, package.error());
      const std::vector<Diagnostic> size = check_package_size(*target, package->size());
      problems_.insert(problems_.end(), size.begin(), size.end());
      const Result<std::string> path = place_of(*target);
      if (!path) {
        fail(io_, options_.format, path.error());
        return path.error().kind == ErrorKind::exists ? ExitCode::findings : code_of(path.error());
      }
      written_.push_back({target, *path, package->size(), sha256_hex(*package)});
      packages.push_back(std::move(*package));
    }
    if (refuses()) {
      written_.clear();
      return refuse();
    }
    if (targets_.size() > 1 && !options_.output.empty()) {
      if (auto made = create_folders(options_.output); !made) return fail(io_, options_.format, made.error());
    }
    for (std::size_t i = 0; i < packages.size(); ++i) {
      if (auto done = write_file_atomically(written_[i].path, packages[i]); !done)
        return fail(io_, options_.format, done.error());
    }
    say_problems();
    if (!skill_->refusal.empty())
      say_note(io_, format("{}: {}; packed all the same because of --force", visible(skill_->shown), skill_->refusal));
    options_.format == Format::json ? print_json() : print_text();
    return ExitCode::ok;
  }

  void say_problems() {
    for (const Diagnostic& problem : problems_) {
      if (io_.quiet && problem.severity != Severity::error) continue;
      std::string where = skill_->shown;
      if (!problem.location.file.empty()) where = join_path(where, problem.location.file);
      io_.err(format("{}{}: {}: {} [{}]\n", visible(where),
                     problem.location.begin.line == 0 ? "" : format(":{}", problem.location.begin.line),
                     name_of(problem.severity), visible(problem.message), problem.rule));
      if (!problem.help.empty()) io_.err(format("  help: {}\n", visible(problem.help)));
    }
  }

  void print_text() {
    for (const Written& one : written_) {
      io_.out(format("{}  {}, {} bytes, for {}\n  sha256 of the file: {}\n", visible(one.path),
                     counted(skill_->list.files.size(), "file"), grouped(one.bytes), one.target->id, one.sha256));
    }
    io_.out(format("digest of the skill: {}\n", skill_->list.digest()));
    if (const std::size_t out = skill_->list.left_out.size(); out > 0)
      io_.out(format("{} left out; pack --list tells which\n", counted(out, "path")));
  }

  ExitCode show_list() {
    if (options_.format == Format::json) {
      print_json();
      return ExitCode::ok;
    }
    for (const PackedFile& file : skill_->list.files)
      io_.out(format("{:>12}  {}  {}\n", grouped(file.bytes.size()), file.executable ? "0755" : "0644",
                     visible(file.path)));
    for (const LeftOut& one : skill_->list.left_out)
      io_.out(format("{:>12}        {}  ({})\n", "left out", visible(one.path), visible(one.why)));
    io_.out(format("{}, {} bytes, {}\n", counted(skill_->list.files.size(), "file"), grouped(skill_->list.bytes()),
                   skill_->list.digest()));
    say_problems();
    return ExitCode::ok;
  }

  void print_json() {
    JsonWriter json;
    json.begin_object().member("name", skill_->name);
    json.member_or_null("path", written_.empty() ? "" : written_.front().path);
    json.member("digest", skill_->list.digest()).member("files", std::uint64_t{skill_->list.files.size()});
    json.key("packages").begin_array();
    for (const Written& one : written_) {
      json.begin_object().member("target", one.target->id).member("path", one.path);
      json.member("bytes", one.bytes).member("sha256", one.sha256).end_object();
    }
    json.end_array().key("problems").begin_array();
    for (const Diagnostic& problem : problems_) write_finding(json, problem);
    json.end_array().key("contents").begin_array();
    for (const PackedFile& file : skill_->list.files) {
      json.begin_object().member("path", file.path).member("bytes", std::uint64_t{file.bytes.size()});
      json.member("executable", file.executable).member("sha256", file.sha256).end_object();
    }
    json.end_array().key("left_out").begin_array();
    for (const LeftOut& one : skill_->list.left_out)
      json.begin_object().member("path", one.path).member("reason", one.why).end_object();
    io_.out(json.end_array().end_object().take() + "\n");
  }

  const PackOptions& options_;
  Io& io_;
  std::vector<const Target*> targets_;
  const SkillToPack* skill_ = nullptr;
  std::vector<Diagnostic> problems_;
  std::vector<Written> written_;
};

}  // namespace

ExitCode pack(const PackOptions& options, Io& io) { return Pack(options, io).run(); }

}  // namespace skillstow
