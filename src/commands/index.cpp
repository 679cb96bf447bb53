#include "commands/index.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "pack/package.h"
#include "pack/site_index.h"
#include "pack/target_rules.h"

namespace skillstow {
namespace {

constexpr std::uint64_t k_max_index_bytes = 16u << 20;
constexpr std::uint64_t k_max_artifact_bytes = 256u << 20;

class Index {
 public:
  Index(const IndexOptions& options, Io& io)
      : options_(options), io_(io), folder_(join_path(options.output, k_site_folder)) {}

  ExitCode run() {
    const Result<std::int64_t> time = package_time(io_.env("SOURCE_DATE_EPOCH").value_or(""));
    if (!time) return fail(io_, options_.format, time.error());
    const Result<Places> places = places_to_pack(options_.path, io_);
    if (!places) return fail(io_, options_.format, places.error());
    for (std::size_t i = 0; i < places->skills.size(); ++i) {
      if (auto done = take(*places, i, *time); !done) return fail(io_, options_.format, done.error());
    }
    if (refused_) {
      io_.err(
          "skillstow: nothing was written, since not all skills can be offered; --force offers those that fail the "
          "check\n");
      return ExitCode::findings;
    }
    const Result<std::vector<SiteFile>> old = standing();
    if (!old) {
      fail(io_, options_.format, old.error());
      return old.error().kind == ErrorKind::exists ? ExitCode::findings : code_of(old.error());
    }
    if (auto done = write(*old); !done) {
      fail(io_, options_.format, done.error());
      return done.error().kind == ErrorKind::exists ? ExitCode::findings : ExitCode::failure;
    }
    report();
    return ExitCode::ok;
  }

 private:
  void refuse(const std::string& shown, std::string_view why, std::string_view help) {
    say_refusal(io_, shown, visible(why), visible(help));
    refused_ = true;
  }

  Result<void> take(const Places& places, std::size_t place, std::int64_t time) {
    const Result<SkillToPack> ready = prepare_to_pack(places, place);
    if (!ready) return tl::unexpected(ready.error());
    std::vector<Diagnostic> problems = check_target(*find_target("well-known"), ready->skill, ready->list);
    problems.insert(problems.end(), ready->list.problems.begin(), ready->list.problems.end());
    bool broken = ready->list.impossible;
    for (const Diagnostic& problem : problems) {
      if (problem.severity != Severity::error) continue;
      broken = broken || !options_.force;
      if (broken) refuse(join_path(ready->shown, problem.location.file), problem.message, problem.help);
    }
    if (broken) return {};
    if (!ready->refusal.empty() && !options_.force) {
      refuse(ready->shown, ready->refusal, "skillstow check tells what was found");
      return {};
    }
    if (!names_.insert(ready->name).second) {
      refuse(ready->shown,
             format("another skill below {} is called {} too", visible(options_.path), visible(ready->name)),
             "rename one of them");
      return {};
    }
    Result<SiteEntry> entry = site_entry(ready->skill, ready->list, ready->name, time);
    if (!entry) return tl::unexpected(entry.error());
    entries_.push_back(std::move(*entry));
    return {};
  }

  // The files of an index that stands there already and is ours; none where nothing stands.
  Result<std::vector<SiteFile>> standing() const {
    const std::string file = join_path(folder_, "index.json");
    if (status_of(file).kind == FileKind::missing) {
      const auto inside = read_folder(folder_);
      if (status_of(folder_).kind == FileKind::missing || options_.force || (inside && inside->empty()))
        return std::vector<SiteFile>{};
      return failure(ErrorKind::exists, folder_, "something stands there that skillstow did not write, and is kept",
                     "name another folder with -o; --force writes beside it");
    }
    const Result<std::string> text = read_file(file, k_max_index_bytes);
    if (!text) return tl::unexpected(text.error());
    Result<std::vector<SiteFile>> files = read_own_site_index(*text, file);
    return !files && options_.force ? std::vector<SiteFile>{} : files;
  }

  bool is_unchanged(const SiteFile& file) const {
    const Result<std::string> bytes = read_file(join_path(folder_, file.url), k_max_artifact_bytes);
    return bytes && "sha256:" + sha256_hex(*bytes) == file.digest;
  }

  // A link on the way would have files written somewhere else.
  Result<void> check_folders() const {
    std::vector<std::string> folders{std::string(parent_path(folder_)), folder_};
    for (const SiteEntry& entry : entries_) folders.push_back(join_path(folder_, entry.name));
    for (const std::string& folder : folders) {
      const FileKind kind = status_of(folder).kind;
      if (kind == FileKind::missing || kind == FileKind::folder) continue;
      return failure(ErrorKind::exists, folder, "it is a link or a file where the site needs a folder",
                     "name another folder with -o");
    }
    return {};
  }

  // The artifacts first, then the index that names them, then what no index names any more.
  Result<void> write(const std::vector<SiteFile>& old) {
    if (auto free = check_folders(); !free) return free;
    for (const SiteEntry& entry : entries_) {
      const std::string path = join_path(folder_, entry.url);
      const auto before =
          std::find_if(old.begin(), old.end(), [&](const SiteFile& file) { return file.url == entry.url; });
      const bool ours = before != old.end() && is_unchanged(*before);
      const Result<std::string> there = read_file(path, k_max_artifact_bytes);
      if (status_of(path).kind != FileKind::missing && !ours && !options_.force && !(there && *there == entry.bytes)) {
        return failure(ErrorKind::exists, path, "something stands there that skillstow did not write, and is kept",
                       "--force replaces it");
      }
    }
    for (const SiteEntry& entry : entries_) {
      const std::string path = join_path(folder_, entry.url);
      if (auto made = create_folders(std::string(parent_path(path))); !made) return tl::unexpected(made.error());
      if (auto done = write_file_atomically(path, entry.bytes); !done) return done;
    }
    if (auto done = write_file_atomically(join_path(folder_, "index.json"), write_site_index(entries_)); !done)
      return done;
    for (const SiteFile& file : old) {
      const bool named =
          std::any_of(entries_.begin(), entries_.end(), [&](const SiteEntry& entry) { return entry.url == file.url; });
      if (named || !is_unchanged(file)) continue;
      if (auto gone = remove_tree(join_path(folder_, file.url)); !gone) return gone;
      say_note(io_, format("removed {}, which is offered no longer", visible(join_path(folder_, file.url))));
    }
    return {};
  }

  void report() {
    if (options_.format == Format::text) {
      for (const SiteEntry& entry : entries_)
        io_.out(format("{}  {}, {} bytes, {}\n", visible(join_path(folder_, entry.url)), entry.type,
                       grouped(entry.bytes.size()), entry.digest));
      io_.out(format("{}  {}\n", visible(join_path(folder_, "index.json")), counted(entries_.size(), "skill")));
      return;
    }
    JsonWriter json;
    json.begin_object().member("index", join_path(folder_, "index.json")).key("skills").begin_array();
    for (const SiteEntry& entry : entries_) {
      json.begin_object()
          .member("name", entry.name)
          .member("type", entry.type)
          .member("path", join_path(folder_, entry.url));
      json.member("digest", entry.digest).end_object();
    }
    io_.out(json.end_array().end_object().take() + "\n");
  }

  const IndexOptions& options_;
  Io& io_;
  std::string folder_;
  std::vector<SiteEntry> entries_;
  std::set<std::string> names_;
  bool refused_ = false;
};

}  // namespace

ExitCode index(const IndexOptions& options, Io& io) { return Index(options, io).run(); }

}  // namespace skillstow
