#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "commands/say.h"
#include "install/record.h"

// What the commands that take names of installed skills share.
namespace skillstow {

// Whether `names` mean the entry: by the skill's name or by its folder's. No names mean all.
bool is_named(const std::vector<std::string>& names, std::string_view key, const RecordedSkill& skill);

// Fails with ErrorKind::exists for a name that the record does not have, with the one that was probably meant.
Result<void> require_installed(const Site& site, const Record& record, const std::vector<std::string>& names);

// Tells of a name that is not installed: a refusal, not a failure.
ExitCode fail_names(Io& io, Format format, const Error& error);

}  // namespace skillstow
