#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/pack.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "install/site.h"
#include "install/target_name.h"
#include "pack/checksums.h"
#include "pack/package.h"

namespace skillstow {
namespace {

// Skills that are under way at once; bounds the memory of a run over many.
constexpr std::size_t k_window = 16;

constexpr std::uint64_t k_max_checksums_bytes = 16u << 20;

// A skill on its way from the thread that packs it to the one that writes it.
struct Part {
  Result<SkillToPack> ready = failure(ErrorKind::other, "", "");
  std::vector<Diagnostic> problems;
  std::vector<Package> packages;
  std::string refusal;
};

class PackAll {
 public:
  PackAll(const PackOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    auto targets = choose_targets(options_.targets);
    if (!targets) return fail(io_, options_.format, targets.error());
    targets_ = std::move(*targets);
    const Result<std::int64_t> time = package_time(io_.env("SOURCE_DATE_EPOCH").value_or(""));
    if (!time) return fail(io_, options_.format, time.error());
    time_ = *time;
    Result<Places> places = places_to_pack(options_.path, io_);
    if (!places) return fail(io_, options_.format, places.error());
    places_ = std::move(*places);
    if (auto fits = check_output(); !fits) {
      fail(io_, options_.format, fits.error());
      return fits.error().kind == ErrorKind::exists ? ExitCode::findings : code_of(fits.error());
    }
    if (auto made = create_folders(options_.output); !made) return fail(io_, options_.format, made.error());

    parts_.resize(places_.skills.size());
    json_.begin_object().member("output", options_.output).key("skills").begin_array();
    parallel_ordered(
        parts_.size(), options_.threads ? options_.threads : default_threads(), k_window,
        [this](std::size_t i) { work(i); }, [this](std::size_t i) { emit(i); });
    if (broken_) return fail(io_, options_.format, *broken_);
    return finish();
  }

 private:
  std::string checksums_path() const { return join_path(options_.output, k_checksums_name); }

  Result<void> check_output() const {
    const std::string output = settled(options_.output);
    for (std::size_t i = 0; i < places_.skills.size(); ++i) {
      if (!places_.in_package(i) && is_below(output, places_.absolute(i)))
        return failure(ErrorKind::usage, options_.output,
                       format("it lies in the folder of the skill {}, and would be part of the next package",
                              visible(places_.shown(i))),
                       "name another folder with -o");
    }
    const std::string path = checksums_path();
    if (options_.force || status_of(path).kind == FileKind::missing) return {};
    const Result<std::string> there = read_file(path, k_max_checksums_bytes);
    if (there && is_checksums(*there)) return {};
    return failure(ErrorKind::exists, path, "something stands there that is no list of checksums, and is kept",
                   "name another folder with -o; --force replaces it");
  }

  // On any thread.
  void work(std::size_t i) {
    Part& part = parts_[i];
    part.ready = prepare_to_pack(places_, i);
    if (!part.ready) return;
    part.problems = problems_of(*part.ready, targets_);
    part.refusal = packing_refusal(*part.ready, part.problems, options_.force);
    if (!part.refusal.empty()) return;
    Result<std::vector<Package>> packages = build_packages(*part.ready, targets_, time_, part.problems);
    if (!packages) {
      part.ready = tl::unexpected(packages.error());
      return;
    }
    part.packages = std::move(*packages);
    part.refusal = packing_refusal(*part.ready, part.problems, options_.force);
  }

  // On one thread, in the order of the skills.
  void emit(std::size_t i) {
    Part part = std::move(parts_[i]);
    if (broken_) return;
    if (!part.ready) return tell(i, part, part.ready.error().message, part.ready.error().help);
    std::string help = part.ready->list.impossible ? "" : "mend what was found; --force packs it all the same";
    if (const std::size_t owner = owner_of(part.ready->name, i); owner != i) {
      part.refusal = format("{} would have a package of the same name", visible(places_.shown(owner)));
      help = "rename one of the two skills";
    }
    for (const Package& package : part.packages) {
      if (!part.refusal.empty()) break;
      if (auto free = check_replaceable(join_path(options_.output, package.file), options_.force); !free) {
        part.refusal = format("{}: {}", visible(free.error().path), free.error().message);
        help = "name another folder with -o; --force replaces it";
      }
    }
    if (part.refusal.empty()) write(part.packages);
    tell(i, part, part.refusal, help);
  }

  // The skill that the packages' names belong to: the first that has them, even if it is not packed, since who mends it
  // must not find another in its place.
  std::size_t owner_of(const std::string& name, std::size_t i) {
    std::size_t owner = i;
    for (const Target* target : targets_)
      owner = std::min(owner, owners_.emplace(collision_key(name + std::string(target->ending)), i).first->second);
    return owner;
  }

  void write(const std::vector<Package>& packages) {
    for (const Package& package : packages) {
      const auto done = write_file_atomically(join_path(options_.output, package.file), package.bytes);
      if (!done) {
        broken_ = done.error();
        return;
      }
      sums_.push_back({package.sha256, package.file});
    }
    ++packed_;
  }

  void tell(std::size_t i, const Part& part, const std::string& refusal, const std::string& help) {
    if (broken_) return;
    const bool packed = refusal.empty();
    if (part.ready) say_problems(io_, *part.ready, part.problems);
    if (!packed) {
      io_.err(format("skillstow: {}: not packed: {}\n", visible(places_.shown(i)), visible(refusal)));
      if (!help.empty()) io_.err(format("  help: {}\n", visible(help)));
    } else if (!part.ready->refusal.empty()) {
      say_note(io_, format("{}: {}; packed all the same because of --force", visible(places_.shown(i)),
                           part.ready->refusal));
    }
    if (options_.format == Format::json) return write_json(i, part, refusal);
    if (!packed) return;
    for (const Package& package : part.packages)
      io_.out(format("{}  {}, {} bytes, for {}\n", visible(join_path(options_.output, package.file)),
                     counted(part.ready->list.files.size(), "file"), grouped(package.bytes.size()),
                     package.target->id));
  }

  void write_json(std::size_t i, const Part& part, const std::string& refusal) {
    const std::string name = part.ready ? part.ready->name : "";
    json_.begin_object().member("skill", places_.shown(i)).member_or_null("name", name);
    json_.member_or_null("refused", refusal);
    json_.member_or_null("digest", part.ready ? part.ready->list.digest() : "");
    json_.member("files", std::uint64_t{part.ready ? part.ready->list.files.size() : 0});
    const std::vector<Package> none;
    const std::vector<Package>& packages = refusal.empty() ? part.packages : none;
    std::vector<std::string> paths;
    for (const Package& package : packages) paths.push_back(join_path(options_.output, package.file));
    write_packing(json_, packages, paths, part.problems);
    json_.end_object();
  }

  ExitCode finish() {
    if (!sums_.empty()) {
      if (auto done = write_file_atomically(checksums_path(), write_checksums(sums_)); !done)
        return fail(io_, options_.format, done.error());
    }
    const std::string written = sums_.empty() ? "" : checksums_path();
    if (options_.format == Format::json) {
      json_.end_array().member_or_null("checksums", written);
      io_.out(json_.member("packed", packed_).end_object().take() + "\n");
    } else if (!written.empty()) {
      io_.out(format("{}  {}\n", visible(written), counted(sums_.size(), "checksum")));
    }
    if (packed_ == parts_.size()) return ExitCode::ok;
    io_.err(format("skillstow: {} of {} not packed\n", parts_.size() - packed_, counted(parts_.size(), "skill")));
    return ExitCode::findings;
  }

  const PackOptions& options_;
  Io& io_;
  std::vector<const Target*> targets_;
  std::int64_t time_ = 0;
  Places places_;
  std::vector<Part> parts_;
  std::map<std::string, std::size_t> owners_;  // of packages' names, by their key
  std::vector<Checksum> sums_;
  std::uint64_t packed_ = 0;
  std::optional<Error> broken_;  // the disk does not take what is written
  JsonWriter json_;
};

}  // namespace

ExitCode pack_all(const PackOptions& options, Io& io) { return PackAll(options, io).run(); }

}  // namespace skillstow
