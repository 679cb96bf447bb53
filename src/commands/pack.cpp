#include "commands/pack.h"

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "install/site.h"
#include "pack/package.h"

namespace skillstow {
namespace {

class Pack {
 public:
  Pack(const PackOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    auto targets = choose_targets(options_.targets);
    if (!targets) return fail(io_, options_.format, targets.error());
    targets_ = std::move(*targets);
    const Result<std::int64_t> time = package_time(io_.env("SOURCE_DATE_EPOCH").value_or(""));
    if (!time) return fail(io_, options_.format, time.error());
    const Result<Places> places = places_to_pack(options_.path, io_);
    if (!places) return fail(io_, options_.format, places.error());
    const Result<std::size_t> chosen = choose_skill(*places, options_.path, options_.skill);
    if (!chosen) return fail(io_, options_.format, chosen.error());
    Result<SkillToPack> ready = prepare_to_pack(*places, *chosen);
    if (!ready) return fail(io_, options_.format, ready.error());
    skill_ = &*ready;
    problems_ = problems_of(*skill_, targets_);
    if (options_.list) return show_list();
    if (const std::string why = refusal(); !why.empty()) return refuse(why);
    return write(*time);
  }

 private:
  std::string refusal() const { return packing_refusal(*skill_, problems_, options_.force); }

  ExitCode refuse(const std::string& why) {
    say_problems(io_, *skill_, problems_);
    io_.err(format("skillstow: {}: not packed: {}\n", visible(skill_->shown), why));
    if (!skill_->list.impossible) io_.err("  help: mend what was found; --force packs it all the same\n");
    if (options_.format == Format::json) print_json();
    return ExitCode::findings;
  }

  // Whether a file in this folder would be part of the skill.
  bool would_be_packed(const std::string& folder) const {
    return !skill_->folder.empty() && is_below(settled(folder), skill_->folder);
  }

  // Where a package goes: beside the skill's folder if the current one lies in it, since the next package would hold
  // this one.
  Result<std::string> place_of(const std::string& file) const {
    std::string path = options_.output;
    if (path.empty()) {
      path = would_be_packed("") ? join_path(parent_path(skill_->folder), file) : file;
    } else if (targets_.size() > 1 || status_behind(path).kind == FileKind::folder) {
      path = join_path(path, file);
    }
    if (would_be_packed(std::string(parent_path(path)))) {
      return failure(ErrorKind::usage, path,
                     "it would stand in the skill's own folder, and be part of the next package",
                     "name another place with -o");
    }
    if (auto free = check_replaceable(path, options_.force); !free) return tl::unexpected(free.error());
    return path;
  }

  ExitCode write(std::int64_t time) {
    // All packages are made before the first is written.
    Result<std::vector<Package>> packages = build_packages(*skill_, targets_, time, problems_);
    if (!packages) return fail(io_, options_.format, packages.error());
    std::vector<std::string> paths;
    for (const Package& package : *packages) {
      Result<std::string> path = place_of(package.file);
      if (!path) {
        fail(io_, options_.format, path.error());
        return path.error().kind == ErrorKind::exists ? ExitCode::findings : code_of(path.error());
      }
      paths.push_back(std::move(*path));
    }
    if (const std::string why = refusal(); !why.empty()) return refuse(why);
    packages_ = std::move(*packages);
    paths_ = std::move(paths);
    if (targets_.size() > 1 && !options_.output.empty()) {
      if (auto made = create_folders(options_.output); !made) return fail(io_, options_.format, made.error());
    }
    for (std::size_t i = 0; i < packages_.size(); ++i) {
      if (auto done = write_file_atomically(paths_[i], packages_[i].bytes); !done)
        return fail(io_, options_.format, done.error());
    }
    say_problems(io_, *skill_, problems_);
    if (!skill_->refusal.empty())
      say_note(io_, format("{}: {}; packed all the same because of --force", visible(skill_->shown), skill_->refusal));
    options_.format == Format::json ? print_json() : print_text();
    return ExitCode::ok;
  }

  void print_text() {
    for (std::size_t i = 0; i < packages_.size(); ++i) {
      io_.out(format("{}  {}, {} bytes, for {}\n  sha256 of the file: {}\n", visible(paths_[i]),
                     counted(skill_->list.files.size(), "file"), grouped(packages_[i].bytes.size()),
                     packages_[i].target->id, packages_[i].sha256));
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
    say_problems(io_, *skill_, problems_);
    return ExitCode::ok;
  }

  void print_json() {
    JsonWriter json;
    json.begin_object().member("name", skill_->name);
    json.member_or_null("path", paths_.empty() ? "" : paths_.front());
    json.member("digest", skill_->list.digest()).member("files", std::uint64_t{skill_->list.files.size()});
    write_packing(json, packages_, paths_, problems_);
    json.key("contents").begin_array();
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
  std::vector<Package> packages_;  // written, at these paths
  std::vector<std::string> paths_;
};

}  // namespace

ExitCode pack(const PackOptions& options, Io& io) {
  return options.all ? pack_all(options, io) : Pack(options, io).run();
}

}  // namespace skillstow
