#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/skill.h"
#include "pack/pack_list.h"
#include "pack/targets.h"

namespace skillstow {

// The package of a skill for a target, as bytes: the same for the same files, name and time. `skill` is the skill as
// the list has it; `name` is what its folder in the package is called; `time` is that of all entries. What was written
// is opened again and compared with the list before it is given.
Result<std::string> build_package(const Target& target, const Skill& skill, const PackList& list,
                                  const std::string& name, std::int64_t time);

// SOURCE_DATE_EPOCH as it is set: seconds since 1970. Unset or empty: 1980-01-01, the first day that zip knows.
Result<std::int64_t> package_time(const std::string& source_date_epoch);

}  // namespace skillstow
