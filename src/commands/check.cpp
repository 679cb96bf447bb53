#include "commands/check.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "base/file.h"
#include "base/format.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/say.h"
#include "config/settings.h"
#include "lint/baseline.h"
#include "lint/collection.h"
#include "lint/engine.h"
#include "lint/fingerprint.h"
#include "lint/places.h"
#include "report/reporter.h"
#include "structure/lookup.h"

namespace skillstow {
namespace {

// Skills that are under way at once; bounds the memory of a run over many.
constexpr std::size_t k_window = 64;

// Above this many skills, those without findings are not named one by one.
constexpr std::size_t k_list_clean = 20;

// One skill's share of the output, kept between the thread that makes it and the one that writes it.
struct Part {
  SkillReport report;
  Judgement judgement;
  TokenCount listing;
  std::unique_ptr<Skill> skill;
};

// What a person at the terminal should know although the document that is being written has it too, or has no place
// for it.
void say_rest(const Reporter& reporter, const std::vector<Diagnostic>& together, const std::vector<Skipped>& skipped,
              Io& io) {
  if (reporter.lines_only) {
    for (const Diagnostic& finding : together) {
      io.err(format("skillstow: {}: {}: {} [{}]\n", visible(finding.location.file), name_of(finding.severity),
                    visible(finding.message), finding.rule));
    }
  }
  for (const Skipped& skip : skipped) {
    if (!skip.failed && !reporter.lines_only) continue;
    io.err(format("skillstow: {}{}: {}\n", skip.failed ? "" : "skipped ", visible(skip.path), visible(skip.reason)));
  }
}

// One run: what was asked for, made ready (prepare), then carried out (run).
class Check {
 public:
  Check(const CheckOptions& options, Io& io) : options_(options), io_(io) {}

  // Everything that can be wrong before the first skill is read.
  std::optional<Error> prepare() {
    reporter_ = find_reporter(options_.format);
    if (!reporter_) {
      return Error{ErrorKind::usage, "", format("there is no output format \"{}\"", visible(options_.format)),
                   "skillstow check --help lists the formats"};
    }
    if (auto error = choose_agents()) return error;
    if (auto error = read_configuration()) return error;
    if (!options_.baseline.empty()) {
      Result<Baseline> baseline = Baseline::read(options_.baseline);
      if (!baseline) return baseline.error();
      baseline_ = std::move(*baseline);
    }
    fail_on_ = options_.fail_on ? *options_.fail_on : config_.fail_on.value_or(FailOn(Severity::error));
    return std::nullopt;
  }

  ExitCode run() {
    current_ = real_path(".").value_or("");
    places_ = find_places(options_.paths, io_.env("HOME").value_or(""));
    leave_out_excluded();
    style_ = {io_.color, io_.width, io_.out_terminal, chosen_.size() <= k_list_clean, options_.version};
    parts_.resize(chosen_.size());

    io_.out(reporter_->begin(style_));
    parallel_ordered(
        parts_.size(), options_.threads ? options_.threads : default_threads(), k_window,
        [this](std::size_t i) { work(i); }, [this](std::size_t i) { emit(i); });
    finish();
    return exit_code();
  }

 private:
  std::optional<Error> choose_agents() {
    for (const std::string& name : options_.agents) {
      const Result<const Agent*> agent = find_judged_agent(name);
      if (!agent) return agent.error();
      agents_.push_back((*agent)->id);
    }
    return std::nullopt;
  }

  std::optional<Error> read_configuration() {
    // The scan alone answers to nobody but the command line.
    if (!options_.no_config && !options_.safety_only) {
      Result<Config> config = find_config(options_.config, io_.env("HOME").value_or(""));
      if (!config) return config.error();
      config_ = std::move(*config);
    }
    // A structure of the command line holds for all skills; those of the configuration are looked up once each.
    if (options_.structure == "none") return std::nullopt;
    if (!options_.structure.empty()) return read_structure_named(options_.structure);
    if (auto error = read_structure_of(config_.layer)) return error;
    for (const PathLayer& path : config_.paths) {
      if (auto error = read_structure_of(path.layer)) return error;
    }
    return std::nullopt;
  }

  // What is wrong with it is told with the place that names it.
  std::optional<Error> read_structure_of(const ConfigLayer& layer) {
    if (!layer.structure) return std::nullopt;
    std::optional<Error> error = read_structure_named(*layer.structure);
    if (error) error->message += format("\n  {}:{} names it", visible(config_.path), layer.structure_line);
    return error;
  }

  // A path in the configuration counts from its folder, one of the command line from the current one.
  std::optional<Error> read_structure_named(const std::string& name) {
    if (name.empty() || structures_.count(name) > 0) return std::nullopt;
    const bool of_config = options_.structure.empty() && name.find_first_of("/.") != std::string::npos;
    Result<Structure> structure =
        find_structure(of_config && !name.starts_with('/') ? join_path(config_.folder, name) : name);
    if (!structure) return structure.error();
    structures_.emplace(name, std::move(*structure));
    return std::nullopt;
  }

  void leave_out_excluded() {
    for (std::size_t i = 0; i < places_.skills.size(); ++i) {
      if (!is_excluded(config_, path_in(config_, places_.absolute(i)))) {
        chosen_.push_back(i);
        continue;
      }
      places_.skipped.push_back({places_.shown(i), format("{} excludes it", config_.path)});
    }
    std::stable_sort(places_.skipped.begin(), places_.skipped.end(),
                     [](const Skipped& a, const Skipped& b) { return a.path < b.path; });
  }

  Settings settings_of(std::size_t place) const {
    Settings settings = settings_for(config_, path_in(config_, places_.absolute(place)));
    if (!agents_.empty()) settings.agents = agents_;
    if (!options_.structure.empty()) settings.structure = options_.structure;
    return settings;
  }

  // The path of a skill as it goes into fingerprints: from the current folder, so that it is the same on every machine.
  std::string identity_of(const std::string& path) const {
    const std::string normal = normal_path(path);
    return normal.starts_with(current_ + "/") ? normal.substr(current_.size() + 1) : normal;
  }

  // On any thread.
  void work(std::size_t i) {
    Part& part = parts_[i];
    const std::size_t place = chosen_[i];
    part.skill = std::make_unique<Skill>(places_.load(place));
    if (!is_chosen(*part.skill, options_.skills)) {
      part.skill.reset();
      return;
    }
    const Settings settings = settings_of(place);
    const std::string identity = identity_of(part.skill->path);
    JudgeOptions judging;
    judging.only_safety = options_.safety_only;
    judging.settings = &settings;
    judging.baseline = baseline_ ? &*baseline_ : nullptr;
    judging.identity = identity;
    judging.placement = places_.placement(place);
    if (const auto at = structures_.find(settings.structure); at != structures_.end() && !options_.safety_only) {
      judging.structure = &at->second;
    }
    part.judgement = judge(*part.skill, judging);
    part.listing = listing_tokens(*part.skill);
    part.report =
        reporter_->skill({*part.skill, part.judgement, count_tokens(part.skill->manifest.text), part.listing}, style_);
  }

  // On one thread, in the order of the skills.
  void emit(std::size_t i) {
    Part part = std::move(parts_[i]);
    if (!part.skill) return;
    const Judgement& judgement = part.judgement;
    collection_.add(places_.found(chosen_[i]), *part.skill, judgement, part.listing);
    note_failures(judgement.findings, identity_of(part.skill->path));
    accepted_.insert(judgement.accepted.begin(), judgement.accepted.end());
    checked_.insert(identity_of(part.skill->path));
    held_ += part.report.held;
    if (part.report.text.empty()) return;
    io_.out(first_ ? part.report.head : reporter_->between);
    first_ = false;
    io_.out(part.report.text);
  }

  void note_failures(const std::vector<Diagnostic>& findings, const std::string& skill) {
    for (const Diagnostic& finding : findings) {
      // What the configuration says of failing was perhaps written by whoever wrote the skill.
      const bool dangerous =
          finding.category == Category::safety && finding.severity == Severity::error && !options_.fail_on;
      if ((fail_on_ && finding.severity >= *fail_on_) || dangerous) {
        failed_ = true;
        unacceptable_ = unacceptable_ || finding.risk == Risk::critical;
      }
      if (!options_.write_baseline.empty()) written_.add(finding, skill);
    }
  }

  void finish() {
    std::vector<Diagnostic> together;
    if (!options_.safety_only) {
      const Settings settings = settings_for(config_, "");
      together = collection_.findings(settings.limits.listing);
      std::erase_if(together, [&](const Diagnostic& finding) { return !settings.is_on(finding.rule); });
    }
    for (Diagnostic& finding : together) set_fingerprint(finding, identity_of(finding.location.file));
    if (baseline_) {
      std::erase_if(together, [&](const Diagnostic& finding) {
        const bool accepted = baseline_->accepts(finding);
        if (accepted) {
          accepted_.insert(finding.fingerprint);
          ++collection_.accepted;
        }
        return accepted;
      });
    }
    collection_.count(together);
    note_failures(together, "");
    io_.out(reporter_->end({collection_, together, places_.skipped, held_, !first_}, style_));
    if (!reporter_->for_people) say_rest(*reporter_, together, places_.skipped, io_);
    const std::size_t gone = baseline_ ? baseline_->gone(checked_, accepted_) : 0;
    if (gone > 0) {
      say_note(io_,
               format("{} of the baseline {} not found again in the skills that were checked; once all of them are, "
                      "--write-baseline leaves them out",
                      counted(gone, "finding"), gone == 1 ? "was" : "were"));
    }
  }

  ExitCode exit_code() {
    if (places_.unreadable()) return ExitCode::failure;
    const bool all_excluded = chosen_.empty() && !places_.skills.empty();
    if (collection_.skills == 0 && !all_excluded) {
      say_error(io_, nothing_found(options_.paths, options_.skills, !chosen_.empty()));
      return ExitCode::failure;
    }
    if (options_.write_baseline.empty()) return failed_ ? ExitCode::findings : ExitCode::ok;
    const Result<void> wrote = write_file_atomically(options_.write_baseline, written_.to_json());
    if (!wrote) {
      say_error(io_, wrote.error());
      return ExitCode::failure;
    }
    say_note(io_, format("{} holds {} from now on; check --baseline {} reports what is new",
                         visible(options_.write_baseline), counted(written_.size(), "accepted finding"),
                         visible(options_.write_baseline)));
    if (!unacceptable_) return ExitCode::ok;
    say_note(io_, "findings of critical risk are never accepted, and go on to fail the run");
    return ExitCode::findings;
  }

  const CheckOptions& options_;
  Io& io_;
  const Reporter* reporter_ = nullptr;
  Config config_;
  std::map<std::string, Structure> structures_;  // by the name that asked for them
  std::vector<std::string_view> agents_;
  std::optional<Baseline> baseline_;
  FailOn fail_on_;

  std::string current_;  // the current folder, absolute
  Places places_;
  std::vector<std::size_t> chosen_;  // of places_.skills
  ReportStyle style_;
  std::vector<Part> parts_;

  Collection collection_;
  Baseline written_;
  std::set<std::string> accepted_;  // fingerprints of the baseline that were met
  std::set<std::string> checked_;   // the skills, as they go into fingerprints
  std::string held_;
  bool first_ = true;
  bool failed_ = false;
  bool unacceptable_ = false;
};

}  // namespace

ExitCode check(const CheckOptions& options, Io& io) {
  Check check(options, io);
  if (const std::optional<Error> error = check.prepare()) {
    // A configuration that cannot be understood is a mistake of use, like an option that cannot.
    const Format output = options.format == "json" ? Format::json : Format::text;
    const ExitCode code = fail(io, output, *error);
    return error->kind == ErrorKind::bad_input ? ExitCode::usage : code;
  }
  return check.run();
}

}  // namespace skillstow
