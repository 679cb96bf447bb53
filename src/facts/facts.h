#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/commands.h"
#include "facts/credentials.h"
#include "facts/dynamic.h"
#include "facts/history.h"
#include "facts/licence.h"
#include "facts/links.h"
#include "facts/mentions.h"
#include "facts/permissions.h"
#include "facts/sections.h"
#include "facts/steps.h"
#include "facts/tokens.h"
#include "facts/urls.h"
#include "model/skill.h"

namespace skillstow {

// Everything that can be said of a skill without judging it. Links, mentions, addresses and credentials point into the
// skill, which must outlive them.
struct SkillFacts {
  std::uint64_t words = 0;
  std::uint64_t lines = 0;
  std::vector<Section> sections;
  std::vector<SkillStep> steps;
  std::vector<NumberedList> lists;
  std::vector<Command> commands;
  std::vector<ScriptCall> scripts;
  std::vector<WebAddress> urls;
  std::vector<Credential> credentials;
  Permissions permissions;
  std::vector<DynamicCommand> dynamic;
  std::vector<ReplacedText> arguments;
  std::vector<Link> links;
  std::vector<Mention> mentions;
  std::vector<std::string> orphans;
  TokenCosts tokens;
  Licence licence;
  std::optional<History> source;
};

// Pure: `history` is what git says of the skill's folder, for whoever has asked it.
SkillFacts collect_facts(const Skill& skill, std::optional<History> history = std::nullopt);

}  // namespace skillstow
