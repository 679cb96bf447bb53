#include "commands/packing.h"

#include "base/format.h"
#include "base/path.h"
#include "base/text.h"
#include "commands/chosen_skills.h"
#include "install/target_name.h"
#include "parse/load.h"

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

}  // namespace skillstow
