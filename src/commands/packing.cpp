#include "commands/packing.h"

#include <algorithm>

#include "archive/archive.h"
#include "base/file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/path.h"
#include "base/sha256.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "install/target_name.h"
#include "pack/package.h"
#include "pack/target_rules.h"
#include "parse/load.h"
#include "report/finding_json.h"

namespace skillstow {

Result<Places> places_to_pack(const std::string& path, Io& io) {
  Places places = find_places({path}, io.env("HOME").value_or(""));
  for (const Skipped& skip : places.skipped) {
    if (skip.failed) return failure(ErrorKind::other, skip.path, skip.reason);
  }
  if (places.skills.empty())
    return failure(ErrorKind::not_found, path, "there is no skill in it: no folder with a SKILL.md",
                   "name the skill's folder");
  return places;
}

Result<std::size_t> choose_skill(const Places& places, const std::string& path, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < places.skills.size(); ++i) {
    if (name.empty() && places.found(i).folder.empty()) return i;
    const Skill skill = places.load(i);
    names.push_back(skill.name().value_or(skill.folder));
    if (!name.empty() && names.back() == name) return i;
  }
  if (name.empty() && places.skills.size() == 1) return std::size_t{0};
  if (!name.empty())
    return failure(ErrorKind::not_found, path,
                   format("it holds no skill named {}, but {}", visible(name), first_of(names)));
  return failure(ErrorKind::usage, path, format("it holds {} skills: {}", places.skills.size(), first_of(names)),
                 "name the folder of one of them, or choose with --skill NAME");
}

Result<SkillToPack> prepare_to_pack(const Places& places, std::size_t place) {
  const Places::Root& root = places.roots[places.skills[place].root];
  const FoundSkill& found = places.found(place);
  SkillToPack ready;
  ready.shown = places.shown(place);
  if (!root.package) ready.folder = places.absolute(place);
  ready.list = list_for_packing(*root.tree, found);
  const std::shared_ptr<const MemoryTree> tree = ready.list.tree();
  const std::string folder(found.folder.empty() ? std::string_view(root.name) : base_name(found.folder));
  ready.skill = load_skill(*tree, "", found.manifest_name, ready.shown, folder);
  Result<std::string> name = target_name(ready.skill.name().value_or(""), folder);
  if (!name) return tl::unexpected(name.error());
  ready.name = std::move(*name);
  // In its package the skill stands in a folder of its own name, and is judged there.
  ready.skill.folder = ready.name;

  JudgeOptions options;
  options.agents = false;
  ready.judgement = judge(ready.skill, options);
  const bool dangerous = ready.judgement.safety == "fail";
  if (!ready.judgement.valid) ready.refusal = "it does not conform to the specification, so agents drop or misread it";
  if (dangerous) ready.refusal += std::string(ready.refusal.empty() ? "" : "; and ") + "the scan finds it dangerous";
  return ready;
}

Result<std::vector<const Target*>> choose_targets(const std::vector<std::string>& ids) {
  std::vector<const Target*> targets;
  for (const std::string& id : ids) {
    const Target* target = find_target(id);
    if (!target) {
      std::vector<std::string> known;
      for (const Target& one : all_targets()) known.emplace_back(one.id);
      return failure(ErrorKind::usage, "", format("there is no target \"{}\"", visible(id)),
                     format("it takes {}", join(known, ", ")));
    }
    if (std::find(targets.begin(), targets.end(), target) == targets.end()) targets.push_back(target);
  }
  if (targets.empty()) targets.push_back(&all_targets().front());
  return targets;
}

std::vector<Diagnostic> problems_of(const SkillToPack& ready, const std::vector<const Target*>& targets) {
  std::vector<Diagnostic> problems = ready.list.problems;
  for (const Target* target : targets) {
    const std::vector<Diagnostic> found = check_target(*target, ready.skill, ready.list);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  for (const Diagnostic& finding : ready.judgement.findings) {
    if (finding.severity == Severity::error || finding.risk >= Risk::high) problems.push_back(finding);
  }
  return problems;
}

Result<std::vector<Package>> build_packages(const SkillToPack& ready, const std::vector<const Target*>& targets,
                                            std::int64_t time, std::vector<Diagnostic>& problems) {
  std::vector<Package> packages;
  for (const Target* target : targets) {
    Result<std::string> bytes = build_package(*target, ready.skill, ready.list, ready.name, time);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::vector<Diagnostic> size = check_package_size(*target, bytes->size());
    problems.insert(problems.end(), size.begin(), size.end());
    std::string sha256 = sha256_hex(*bytes);
    packages.push_back({target, ready.name + std::string(target->ending), std::move(*bytes), std::move(sha256)});
  }
  return packages;
}

std::string packing_refusal(const SkillToPack& ready, const std::vector<Diagnostic>& problems, bool force) {
  const bool errors = std::any_of(problems.begin(), problems.end(),
                                  [](const Diagnostic& problem) { return problem.severity == Severity::error; });
  if (!ready.list.impossible && (force || (!errors && ready.refusal.empty()))) return {};
  if (!ready.refusal.empty()) return ready.refusal;
  return ready.list.impossible ? "no reader would take the package" : "its target would refuse it";
}

Result<void> check_replaceable(const std::string& path, bool force) {
  const FileStatus status = status_of(path);
  if (status.kind == FileKind::missing || status.kind == FileKind::link || force) return {};
  const bool package =
      status.kind == FileKind::regular && is_archive(read_file_start(path, 512).value_or(std::string{}));
  if (package) return {};
  return failure(ErrorKind::exists, path, "something stands there that is no package, and is kept",
                 "name another file with -o; --force replaces it");
}

std::string settled(const std::string& folder) {
  std::string_view there = folder;
  while (!there.empty()) {
    if (const Result<std::string> real = real_path(std::string(there))) return *real;
    there = parent_path(there);
  }
  return real_path(".").value_or("");
}

void say_problems(Io& io, const SkillToPack& ready, const std::vector<Diagnostic>& problems) {
  for (const Diagnostic& problem : problems) {
    if (io.quiet && problem.severity != Severity::error) continue;
    std::string where = ready.shown;
    if (!problem.location.file.empty()) where = join_path(where, problem.location.file);
    io.err(format("{}{}: {}: {} [{}]\n", visible(where),
                  problem.location.begin.line == 0 ? "" : format(":{}", problem.location.begin.line),
                  name_of(problem.severity), visible(problem.message), problem.rule));
    if (!problem.help.empty()) io.err(format("  help: {}\n", visible(problem.help)));
  }
}

void write_packing(JsonWriter& json, const std::vector<Package>& packages, const std::vector<std::string>& paths,
                   const std::vector<Diagnostic>& problems) {
  json.key("packages").begin_array();
  for (std::size_t i = 0; i < packages.size(); ++i) {
    json.begin_object().member("target", packages[i].target->id).member("path", paths[i]);
    json.member("bytes", std::uint64_t{packages[i].bytes.size()}).member("sha256", packages[i].sha256).end_object();
  }
  json.end_array().key("problems").begin_array();
  for (const Diagnostic& problem : problems) write_finding(json, problem);
  json.end_array();
}

}  // namespace skillstow
