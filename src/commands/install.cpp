#include "commands/install.h"

#include <algorithm>

#include "base/file.h"
#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/ask.h"
#include "commands/chosen_skills.h"
#include "commands/gate_options.h"
#include "commands/install_report.h"
#include "commands/site_notes.h"
#include "commands/site_options.h"
#include "commands/source_options.h"
#include "install/installer.h"

namespace skillstow {
namespace {

constexpr const char* k_record = "skillstow.lock";
constexpr std::uint64_t k_max_record = 32u << 20;

// The folders that the records of a source and of the site name. A record that cannot be read is told when it is used.
std::vector<std::string> installed_in(const OpenedSource& source, const Site* site) {
  std::vector<std::string> folders;
  const auto text = source.tree->read(k_record, k_max_record);
  if (const auto record = text ? parse_record(*text, k_record) : Record{}) {
    for (const auto& [folder, skill] : record->skills) folders.push_back(join_path(source.root, folder));
  }
  if (!site) return folders;
  if (const auto record = read_site_record(*site)) {
    for (const auto& [folder, skill] : record->skills) folders.push_back(site->absolute(folder));
  }
  return folders;
}

class Install {
 public:
  Install(const InstallOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    if (!options_.into.empty() && !options_.agents.empty()) {
      return fail(io_, options_.format,
                  {ErrorKind::usage, "", "--into and --agent name two places", "give one of them"});
    }
    OpenOptions opening = open_options(options_.ref, options_.path, options_.offline, io_);
    opening.stale_allowed = true;
    if (!options_.list) opening.skills = options_.skills;
    const auto opened = open_source(options_.source, opening);
    if (!opened) return fail(io_, options_.format, opened.error());
    if (options_.link && opened->root.empty()) {
      return fail(io_, options_.format,
                  {ErrorKind::usage, options_.source, "--link needs a folder on the disk, and this source is none",
                   "leave --link out: the skills are copied then"});
    }
    Candidates candidates = find_candidates(*opened->tree, opened->shown, discovery_of(*opened, io_));
    auto choice = choose_site(options_.user, options_.dir, options_.into, io_);
    leave_installed_out(candidates, opened->root, installed_in(*opened, choice ? &choice->site : nullptr));
    if (options_.list) return show_candidates(candidates, opened->shown, options_.format, io_);

    if (!choice) return fail(io_, options_.format, choice.error());
    site_ = std::move(choice->site);
    if (site_.scope == Scope::project && site_.root == site_.where.home) {
      say_note(io_, "the project here is your home folder; --user is the way to install for all projects");
    }
    const auto chosen = choose_skills(candidates, *opened);
    if (!chosen) return refuse_choice(chosen.error());
    const auto targets = choose_targets(choice->into);
    if (!targets) return refuse_targets(targets.error(), candidates, *chosen);

    const Source source{*opened->tree, opened->root,     recorded_source(site_, *opened),
                        site_.root,    opened->identity, opened->name,
                        opened->path,  opened->ref,      opened->commit};
    auto gate = gate_options(site_, options_.allowed, options_.force);
    if (!gate) return fail(io_, options_.format, gate.error());
    gate->brief = options_.dry_run || (io_.interactive && !options_.yes);
    const Prepared prepared = prepare(source, candidates.skills, *chosen, *gate);
    for (const std::string& note : prepared.notes) say_note(io_, note);
    report_.site = &site_;
    report_.incoming = &prepared.incoming;
    report_.targets = &*targets;
    report_.method = options_.link ? Method::link : Method::copy;
    report_.refused = prepared.refused;
    // The plan is made all the same, so that all refusals are told at once.
    return options_.dry_run || (io_.interactive && !options_.yes) ? preview(source) : apply(source);
  }

 private:
  // A folder that could not be read may be why a skill is not there: then that is the error.
  Result<std::vector<std::size_t>> choose_skills(const Candidates& candidates, const OpenedSource& source) {
    auto chosen = choose_among(candidates, source.spec.skill);
    if (chosen || chosen.error().kind != ErrorKind::not_found) return chosen;
    for (const Skipped& skip : candidates.skipped) {
      if (!skip.failed) continue;
      const auto again = source.tree->children(skip.path == "." ? "" : skip.path);
      if (!again) return tl::unexpected(again.error());
    }
    return chosen;
  }

  // `named`: by the source's own text.
  Result<std::vector<std::size_t>> choose_among(const Candidates& candidates, const std::string& named) {
    const auto& skills = candidates.skills;
    if (skills.empty()) {
      for (const Skipped& skip : candidates.skipped)
        say_note(io_, format("passed over {}: {}", visible(skip.path), visible(skip.reason)));
      return failure(ErrorKind::not_found, options_.source, "there is no skill in it: no folder with a SKILL.md",
                     "name the folder that holds the skill, or the one around it");
    }
    std::vector<std::string> wanted = options_.skills;
    if (!named.empty()) wanted.push_back(named);
    if (!wanted.empty()) return select_candidates(skills, wanted);
    if (skills.size() == 1) return std::vector<std::size_t>{0};
    std::vector<std::string> names;
    for (const Candidate& candidate : skills) names.push_back(candidate.name);
    if (io_.interactive && !options_.yes) {
      auto chosen = ask_choice(io_, "Which skills?", names);
      if (chosen.empty()) return failure(ErrorKind::usage, "", "no skill was chosen, so nothing is installed");
      return chosen;
    }
    return failure(ErrorKind::usage, options_.source, format("it holds {} skills: {}", skills.size(), first_of(names)),
                   "choose with --skill NAME, or --skill '*' for all");
  }

  // A name that is not there could not be read from the source; one that is not clear is refused.
  ExitCode refuse_choice(const Error& error) {
    if (error.kind != ErrorKind::exists) return fail(io_, options_.format, error);
    report_.refused.push_back({error.path, options_.source, Refusal::collision, error.message, error.help, {}, {}});
    return finish(ExitCode::findings);
  }

  // A folder that leads out of the project is a refusal; the rest are errors.
  ExitCode refuse_targets(const Error& error, const Candidates& candidates, const std::vector<std::size_t>& chosen) {
    if (error.kind != ErrorKind::outside) return fail(io_, options_.format, error);
    for (const std::size_t i : chosen) {
      report_.refused.push_back(
          {candidates.skills[i].name, error.path, Refusal::escapes, error.message, error.help, {}, {}});
    }
    return finish(ExitCode::findings);
  }

  Result<TargetFolders> choose_targets(const std::string& into) {
    if (!into.empty()) {
      TargetFolders folders;
      folders.folders.push_back({into, {}, {}, {}});
      return folders;
    }
    std::vector<const Agent*> agents;
    if (!options_.agents.empty()) {
      auto found = find_agents(options_.agents);
      if (!found) return tl::unexpected(found.error());
      agents = std::move(*found);
    } else {
      agents = agents_present(site_);
      if (agents.empty()) {
        auto asked = ask_agents();
        if (!asked) return tl::unexpected(asked.error());
        agents = std::move(*asked);
      }
    }
    auto targets = choose_folders(site_, agents);
    if (targets) {
      for (const std::string& note : targets->notes) say_note(io_, note);
    }
    return targets;
  }

  Result<std::vector<const Agent*>> ask_agents() {
    std::vector<const Agent*> well_known;
    std::vector<std::string> ids;
    for (const Agent& agent : all_agents()) {
      if (!agent.first_class && !agent.shared) continue;
      well_known.push_back(&agent);
      ids.emplace_back(agent.id);
    }
    std::vector<const Agent*> chosen;
    if (io_.interactive && !options_.yes) {
      for (const std::size_t i : ask_choice(io_, "No agent is present here. Which ones?", ids))
        chosen.push_back(well_known[i]);
      if (chosen.empty()) return failure(ErrorKind::usage, "", "no agent was chosen, so nothing is installed");
      return chosen;
    }
    return failure(ErrorKind::usage, "",
                   format("no agent is present {}, so it is not clear where to install",
                          site_.scope == Scope::user ? "in the home" : "in this project"),
                   format("choose with --agent: {}, or another of `skillstow agents`", join(ids, ", ")));
  }

  PlanOptions plan_options() const { return {options_.link, options_.force}; }

  InstallPlan plan(const Source& source, const Record& record) const {
    return plan_install(site_, record, source, *report_.incoming, *report_.targets, plan_options());
  }

  // Nothing is done if anything is refused.
  bool refused(const InstallPlan& plan) {
    report_.refused.insert(report_.refused.end(), plan.refused.begin(), plan.refused.end());
    return !report_.refused.empty();
  }

  // Looks without the lock, and asks: nobody else has to wait for the answer.
  ExitCode preview(const Source& source) {
    const auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    say_unfinished(io_, site_);
    const InstallPlan plan = this->plan(source, *record);
    report_.dry_run = options_.dry_run;
    if (refused(plan)) return finish(ExitCode::findings);
    if (options_.dry_run) {
      report_.steps = &plan.steps;
      return finish(ExitCode::ok);
    }
    if (!plan.changes) return apply(source);
    const std::string described = describe_plan(report_, plan.steps);
    io_.err(described);
    if (!ask_yes(io_, "Install?")) {
      io_.err("Nothing was changed.\n");
      return ExitCode::findings;
    }
    return apply(source, described);
  }

  // `agreed`: the plan that a person agreed to; another one must not be carried out in its place.
  ExitCode apply(const Source& source, const std::optional<std::string>& agreed = std::nullopt) {
    if (report_.incoming->empty()) return finish(ExitCode::findings);
    Disk disk;
    auto transaction = Transaction::open(disk, site_, [this](std::string_view text) { say_note(io_, text); });
    if (!transaction) return fail(io_, options_.format, transaction.error());
    const auto record = read_site_record(site_);
    if (!record) return fail(io_, options_.format, record.error());
    const InstallPlan plan = this->plan(source, *record);
    if (refused(plan)) return finish(ExitCode::findings);
    if (agreed && describe_plan(report_, plan.steps) != *agreed) {
      return fail(io_, options_.format,
                  {ErrorKind::other, "", "what is installed has changed while you were asked, so nothing was done",
                   "try again"});
    }
    const Record after = record_after(site_, *record, plan, *report_.incoming, *report_.targets, plan_options());
    if (plan.changes || write_record(after) != write_record(*record)) {
      auto done = carry_out(disk, **transaction, source, plan, *report_.incoming, plan_options(), *record, after);
      if (!done) return fail(io_, options_.format, done.error());
      report_.backups = std::move(*done);
    }
    report_.steps = &plan.steps;
    return finish(ExitCode::ok);
  }

  ExitCode finish(ExitCode code) {
    write_install_report(report_, options_.format, io_);
    return code;
  }

  const InstallOptions& options_;
  Io& io_;
  Site site_;
  InstallReport report_;
};

}  // namespace

ExitCode install(const InstallOptions& options, Io& io) { return Install(options, io).run(); }

}  // namespace skillstow
