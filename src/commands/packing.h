#pragma once

#include <string>

#include "base/result.h"
#include "commands/io.h"
#include "lint/engine.h"
#include "lint/places.h"
#include "model/skill.h"
#include "pack/pack_list.h"

// What pack, digest and index share: one skill, listed and judged as its package will hold it.
namespace skillstow {

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

}  // namespace skillstow
