#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "commands/io.h"
#include "lint/engine.h"
#include "lint/places.h"
#include "model/skill.h"
#include "pack/pack_list.h"
#include "pack/targets.h"

// What pack, digest and index share: one skill, listed and judged as its package will hold it.
namespace skillstow {

class JsonWriter;

struct SkillToPack {
  std::string shown;   // the skill's folder as it is reported
  std::string folder;  // on the disk, absolute; "" if it comes out of a package
  std::string name;    // what its folder is called in a package
  PackList list;
  Skill skill;
  Judgement judgement;
  std::string refusal;  // why the check does not let it pass; "" if it does
};

// The place of the skill that PATH means: the one at its root, else the only one below it, else the one of that name.
Result<std::size_t> choose_skill(const Places& places, const std::string& path, const std::string& name);

// What could not be looked at below PATH, as an error.
Result<Places> places_to_pack(const std::string& path, Io& io);

Result<SkillToPack> prepare_to_pack(const Places& places, std::size_t place);

struct Package {
  const Target* target = nullptr;
  std::string file;  // its name: the skill's and the target's ending
  std::string bytes;
  std::string sha256;
};

// The targets of these names, each once; the default one for none.
Result<std::vector<const Target*>> choose_targets(const std::vector<std::string>& ids);

// What the folder, the targets and the check have against packing it, notes among them.
std::vector<Diagnostic> problems_of(const SkillToPack& ready, const std::vector<const Target*>& targets);

// One package for each target. What a target says of its size is added to the problems.
Result<std::vector<Package>> build_packages(const SkillToPack& ready, const std::vector<const Target*>& targets,
                                            std::int64_t time, std::vector<Diagnostic>& problems);

// Why the skill is not packed; "" if it is. `force` overrides what a reader might still take.
std::string packing_refusal(const SkillToPack& ready, const std::vector<Diagnostic>& problems, bool force);

// Fails if something stands at `path` that no package may replace.
Result<void> check_replaceable(const std::string& path, bool force);

// Where a folder of the disk stands, absolute and with links resolved, as far down as it is there.
std::string settled(const std::string& folder);

void say_problems(Io& io, const SkillToPack& ready, const std::vector<Diagnostic>& problems);

// The members "packages" and "problems" of the object that is open.
void write_packing(JsonWriter& json, const std::vector<Package>& packages, const std::vector<std::string>& paths,
                   const std::vector<Diagnostic>& problems);

}  // namespace skillstow
