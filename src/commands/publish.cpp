#include "commands/publish.h"

#include <algorithm>
#include <map>

#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "commands/packing.h"
#include "commands/say.h"
#include "facts/licence.h"
#include "fetch/source_spec.h"
#include "git/folder_history.h"
#include "git/publishing.h"
#include "install/target_name.h"
#include "model/junk.h"
#include "pack/checksums.h"
#include "pack/publish_rules.h"
#include "page/install_commands.h"

namespace skillstow {
namespace {

// The topic by which gh skill search and directories find repositories; gh skill publish sets it.
constexpr std::string_view k_topic = "agent-skills";
// The topic that the gallery of Gemini CLI's extensions looks for.
constexpr std::string_view k_gemini_topic = "gemini-cli-extension";

struct Step {
  std::string what;
  std::vector<std::string> commands;  // none: done by hand
};

class Publish {
 public:
  Publish(const PublishOptions& options, Io& io) : options_(options), io_(io) {}

  ExitCode run() {
    if (auto error = prepare()) return fail(io_, options_.format, *error);
    const Result<Places> places = places_to_pack(options_.path, io_);
    if (!places) return fail(io_, options_.format, places.error());
    if (places->roots.front().package)
      return fail(io_, options_.format,
                  Error{ErrorKind::usage, options_.path, "it is a package, and what is published is a repository",
                        "name the folder of the repository"});
    root_ = places->roots.front().absolute;
    for (std::size_t i = 0; i < places->skills.size(); ++i) take(*places, i);
    if (auto error = look_at_repository()) return fail(io_, options_.format, *error);
    tell_passed_over();
    find_shared_names();
    plan();
    options_.format == Format::json ? print_json() : print_text();
    const bool errors = std::any_of(problems_.begin(), problems_.end(), is_error);
    return errors ? ExitCode::findings : ExitCode::ok;
  }

 private:
  static bool is_error(const PublishProblem& problem) { return problem.severity == Severity::error; }

  std::optional<Error> prepare() const {
    if (!options_.dry_run)
      return Error{ErrorKind::usage, "", "skillstow publishes nothing itself: there is only the rehearsal",
                   "run skillstow publish --dry-run, then the commands that it prints; or gh skill publish"};
    if (!options_.tag.empty() && !is_version_tag(options_.tag))
      return Error{ErrorKind::usage, "", format("--tag: \"{}\" is no version", visible(options_.tag, 60)),
                   "write it as v1.2.3 (semver.org)"};
    return std::nullopt;
  }

  void tell(Severity severity, std::string path, std::string message, std::string help) {
    problems_.push_back({severity, std::move(path), 0, std::move(message), std::move(help)});
  }

  // Fixtures, templates and examples may well stand elsewhere; but something must be found.
  void tell_passed_over() {
    const std::string where =
        "move what is to be published to skills/NAME, skills/SCOPE/NAME, NAME or plugins/PLUGIN/skills/NAME";
    if (published_.empty()) tell(Severity::error, "", "no skill stands where gh skill publish looks", where);
    if (passed_over_.empty()) return;
    tell(Severity::warning, "",
         format("{} where gh skill publish does not look, and passed over: {}",
                passed_over_.size() == 1 ? "one skill stands" : format("{} skills stand", passed_over_.size()),
                first_of(passed_over_)),
         where);
  }

  // The folder that holds them all and as little else as can be.
  std::string common_folder() const {
    std::string common = published_.empty() ? "" : std::string(parent_path(published_.front().folder));
    for (const Published& one : published_) {
      while (!common.empty() && !one.folder.starts_with(common + "/")) common = std::string(parent_path(common));
    }
    return common.empty() ? "." : common;
  }

  void take(const Places& places, std::size_t place) {
    const std::string folder = places.found(place).folder;
    // A copy for the author's own agent, such as .claude/skills/x.
    if (folder.starts_with('.')) {
      const std::size_t end = folder.find('/', folder.find('/') + 1);
      copies_[folder.substr(0, end)].push_back(folder);
      return;
    }
    if (!is_published_folder(folder)) {
      passed_over_.push_back(folder.empty() ? "." : folder);
      return;
    }
    Result<SkillToPack> ready = prepare_to_pack(places, place);
    if (!ready) {
      tell(Severity::error, folder, ready.error().message, ready.error().help);
      return;
    }
    ready->skill.folder = std::string(base_name(folder));
    published_.push_back({folder, ready->skill.name().value_or(ready->name)});
    take_findings(*ready, folder);
    for (const LeftOut& one : ready->list.left_out) {
      // What .skillignore names stays out of packages, and may well be in the repository.
      const Junk junk = junk_at(one.path.ends_with('/') ? one.path + "x" : one.path);
      if (one.secret || (junk && junk.kind != JunkKind::repository))
        left_out_.push_back({join_path(folder, one.path), one.why, one.secret});
    }
    skills_.push_back(std::move(ready->skill));
  }

  // What the check finds, in the skill's own folder this time: gh wants it to bear the skill's name.
  void take_findings(const SkillToPack& ready, const std::string& folder) {
    JudgeOptions judging;
    judging.agents = false;
    const Judgement judgement = judge(ready.skill, judging);
    for (const Diagnostic& finding : judgement.findings) {
      if (finding.severity != Severity::error && finding.risk < Risk::high) continue;
      problems_.push_back({Severity::error, join_path(folder, finding.location.file), finding.location.begin.line,
                           finding.message, finding.help, finding.rule});
    }
    for (const Diagnostic& problem : ready.list.problems) {
      if (problem.rule == "pack-secret") continue;  // told with what else must not go out
      problems_.push_back(
          {problem.severity, join_path(folder, problem.location.file), 0, problem.message, problem.help, problem.rule});
    }
  }

  std::optional<Error> look_at_repository() {
    std::vector<std::string> asked;
    for (const Unwanted& one : left_out_) asked.push_back(one.path);
    for (const auto& [folder, copies] : copies_) asked.push_back(folder + "/");
    const auto state = publishing_state(root_, asked);
    if (!state) return state.error();
    const auto history = folder_history(root_);
    if (!history) return history.error();
    in_repository_ = state->has_value();
    has_commit_ = history->has_value();
    std::vector<std::string> ignored;
    if (in_repository_) {
      ignored = (*state)->ignored;
      tags_ = (*state)->tags;
      if ((*state)->root != root_)
        tell(Severity::error, "", format("it is no root of a repository, but a folder in {}", visible((*state)->root)),
             "name the root of the repository");
    }
    if (has_commit_) read_remote((**history).remote);
    const auto is_ignored = [&ignored](const std::string& path) {
      return std::find(ignored.begin(), ignored.end(), path) != ignored.end();
    };
    for (const Unwanted& one : left_out_) {
      if (is_ignored(one.path)) continue;
      tell(one.secret ? Severity::error : Severity::warning, one.path,
           format("it is {} and would go out with the repository", one.why),
           one.secret ? "move it out, and replace the key if it was ever committed"
                      : "remove it, or name it in .gitignore");
      if (!one.secret) to_ignore_.push_back(one.path);
    }
    for (const auto& [folder, copies] : copies_) {
      if (is_ignored(folder + "/")) continue;
      tell(Severity::warning, folder,
           format("{} for an agent of yours, and would go out with the repository",
                  copies.size() == 1 ? "it holds a copy" : format("it holds {} copies", copies.size())),
           "name it in .gitignore; publishing passes hidden folders over");
      to_ignore_.push_back(folder + "/");
    }
    const bool licence = has_licence();
    for (std::size_t i = 0; i < skills_.size(); ++i) {
      const std::vector<PublishProblem> found = publish_problems(skills_[i], published_[i].folder, licence);
      problems_.insert(problems_.end(), found.begin(), found.end());
    }
    return std::nullopt;
  }

  void read_remote(const std::string& remote) {
    if (remote.empty()) return;
    const Result<SourceSpec> spec = parse_source(remote, {});
    if (!spec || spec->host.empty() || spec->repository.empty()) return;
    host_ = spec->host;
    repository_ = spec->repository;
    if (host_ == "github.com" || host_.ends_with(".ghe.com")) return;
    tell(Severity::warning, "",
         format("it is published on {}, and gh skill installs from github.com and *.ghe.com alone", visible(host_)),
         "tell your readers to use skillstow install or npx skills add");
  }

  bool has_licence() const {
    const auto entries = read_folder(root_);
    return entries && std::any_of(entries->begin(), entries->end(), [](const FolderEntry& entry) {
             return entry.kind == FileKind::regular && is_licence_file(entry.name);
           });
  }

  // Installers put all skills of a repository side by side.
  void find_shared_names() {
    std::map<std::string, std::string> folders;
    for (const Published& one : published_) {
      const auto [other, fresh] = folders.emplace(collision_key(one.name), one.folder);
      if (fresh) continue;
      tell(
          Severity::error, one.folder,
          format("{} is called {} too, and they are installed side by side", visible(other->second), visible(one.name)),
          "rename one of the two");
    }
  }

  void step(std::string what, std::vector<std::string> commands = {}) {
    steps_.push_back({std::move(what), std::move(commands)});
  }

  void plan() {
    const std::string place = shell_word(options_.path);
    const std::string tag = options_.tag.empty() ? next_version_tag(tags_) : options_.tag;
    if (std::find(tags_.begin(), tags_.end(), tag) != tags_.end())
      tell(Severity::error, "",
           format("there is a tag {} already, and a version is never published twice", visible(tag)),
           format("publish {}", next_version_tag(tags_)));
    const auto errors = std::count_if(problems_.begin(), problems_.end(), is_error);
    if (errors != 0)
      step(format("Mend the {} above, and rehearse again", counted(static_cast<std::uint64_t>(errors), "error")),
           {format("skillstow publish --dry-run {}", place)});
    const bool here = options_.path == ".";
    if (!here) step("Go to the repository", {format("cd {}", place)});
    if (!in_repository_) step("Make it a repository", {"git init"});
    if (!to_ignore_.empty()) {
      std::vector<std::string> commands;
      for (const std::string& path : to_ignore_)
        commands.push_back(format("echo {} >> .gitignore", shell_word("/" + path)));
      step("Keep out what is nobody else's", std::move(commands));
    }
    step("See that nothing is left uncommitted", {"git status --short"});
    const bool github = repository_.empty() || host_ == "github.com" || host_.ends_with(".ghe.com");
    const std::string name =
        (host_.ends_with(".ghe.com") ? host_ + "/" : "") + (repository_.empty() ? "OWNER/REPO" : repository_);
    if (repository_.empty())
      step("Give it a place; OWNER/REPO stands for yours from here on",
           {"gh repo create OWNER/REPO --public --source . --push"});
    if (github) plan_github(shell_word(name));
    step("Tag the version, and push it",
         {"git push origin HEAD", format("git tag -a {} -m {}", tag, tag), format("git push origin {}", tag)});
    step(format("Build the packages, and {} beside them", k_checksums_name),
         {format("skillstow pack --all {} -o ../release", shell_word(common_folder()))});
    if (github) {
      step("Publish the release", {format("gh release create {} ../release/* --repo {} --title {} --generate-notes",
                                          tag, shell_word(name), tag)});
      step("Or, in place of tag and release, have gh make both", {format("gh skill publish --tag {}", tag)});
    }
    step("See what installers find; directories list a repository once it was installed from",
         {format("skillstow install {} --list", shell_word(install_name())),
          format("npx skills add {} --list", shell_word(install_name()))});
  }

  std::string install_name() const {
    if (repository_.empty()) return "OWNER/REPO";
    return host_ == "github.com" ? repository_ : "https://" + host_ + "/" + repository_;
  }

  void plan_github(const std::string& name) {
    std::string topics = format("gh repo edit {} --add-topic {}", name, k_topic);
    if (status_of(join_path(root_, "gemini-extension.json")).kind == FileKind::regular)
      topics += format(" --add-topic {}", k_gemini_topic);
    step("Set the topics by which it is found", {topics});
    step("Have pushed keys refused",
         {format("gh repo edit {} --enable-secret-scanning --enable-secret-scanning-push-protection", name)});
    step(
        "In the repository's settings, protect tags with a ruleset and make releases immutable, so that no version "
        "changes");
  }

  void print_text() {
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const PublishProblem& a, const PublishProblem& b) { return a.path < b.path; });
    for (const PublishProblem& problem : problems_) {
      io_.out(format("{}{}: {}: {}{}\n", problem.path.empty() ? visible(options_.path) : visible(problem.path),
                     problem.line == 0 ? "" : format(":{}", problem.line), name_of(problem.severity),
                     visible(problem.message), problem.rule.empty() ? "" : format(" [{}]", problem.rule)));
      if (!problem.help.empty()) io_.out(format("  help: {}\n", visible(problem.help)));
    }
    if (!problems_.empty()) io_.out("\n");
    io_.out(format("{} to publish. Nothing was run; in this order:\n", counted(published_.size(), "skill")));
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      io_.out(format("{:>2}. {}\n", i + 1, steps_[i].what));
      for (const std::string& command : steps_[i].commands) io_.out(format("      {}\n", visible(command)));
    }
  }

  void print_json() {
    JsonWriter json;
    json.begin_object().key("skills").begin_array();
    for (const Published& one : published_)
      json.begin_object().member("name", one.name).member("path", one.folder).end_object();
    json.end_array().key("problems").begin_array();
    for (const PublishProblem& problem : problems_) {
      json.begin_object().member("severity", name_of(problem.severity)).member_or_null("rule", problem.rule);
      json.member("path", problem.path).member("line", std::uint64_t{problem.line});
      json.member("message", problem.message).member("help", problem.help).end_object();
    }
    json.end_array().key("steps").begin_array();
    for (const Step& one : steps_) {
      json.begin_object().member("what", one.what).key("commands").begin_array();
      for (const std::string& command : one.commands) json.string(command);
      json.end_array().end_object();
    }
    io_.out(json.end_array().end_object().take() + "\n");
  }

  struct Published {
    std::string folder;
    std::string name;
  };
  struct Unwanted {
    std::string path;
    std::string why;
    bool secret = false;
  };

  const PublishOptions& options_;
  Io& io_;
  std::string root_;  // absolute
  std::vector<Published> published_;
  std::vector<Skill> skills_;  // as many
  std::vector<std::string> passed_over_;
  std::vector<Unwanted> left_out_;
  std::map<std::string, std::vector<std::string>> copies_;  // by the agent's folder
  std::vector<std::string> to_ignore_;
  bool in_repository_ = false;
  bool has_commit_ = false;
  std::vector<std::string> tags_;
  std::string host_;
  std::string repository_;  // "owner/repo"; "" = it has no remote
  std::vector<PublishProblem> problems_;
  std::vector<Step> steps_;
};

}  // namespace

ExitCode publish(const PublishOptions& options, Io& io) { return Publish(options, io).run(); }

}  // namespace skillstow
