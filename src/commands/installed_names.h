#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "commands/say.h"
#include "install/record.h"

// What the commands that take names of installed skills share.
namespace skillstow {

// Which entries of a record a command is about.
struct AskedFor {
  std::vector<std::string> names;   // of the skills or of their folders; empty = all
  std::vector<std::string> agents;  // ids: what was put there for one of these; empty = whoever has it
  std::string into;                 // absolute: only below this folder; empty = anywhere

  bool takes(const Site& site, std::string_view key, const RecordedSkill& skill) const;
};

// Fails with ErrorKind::usage for an agent that is not known.
Result<AskedFor> asked_for(const std::vector<std::string>& names, const std::vector<std::string>& agents,
                           const std::string& into);

// Fails with ErrorKind::exists for a name that the record does not have there, with the one that was probably meant.
Result<void> require_installed(const Site& site, const Record& record, const AskedFor& asked);

// Tells of a name that is not installed: a refusal, not a failure.
ExitCode fail_names(Io& io, Format format, const Error& error);

}  // namespace skillstow
