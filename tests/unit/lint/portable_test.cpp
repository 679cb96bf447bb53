#include <string>
#include <vector>

#include "lint/engine.h"
#include "rules/rule.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;

namespace {

std::vector<Diagnostic> found_in(std::string_view text, const JudgeOptions& options = {}) {
  return judge(test::skill_of(text), options).findings;
}

}  // namespace

TEST_CASE("what an agent shows otherwise than written is told, with the form that all read alike") {
  const Rule* rule = find_rule("portable-text");
  const std::vector<Diagnostic> found = found_in(rule->bad);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "portable-text");
  CHECK_FALSE(found[0].agents.empty());
  CHECK_FALSE(found[0].help.empty());
  CHECK(found_in(rule->good).empty());
}

TEST_CASE("what keeps an agent from loading a valid skill is told") {
  const std::vector<Diagnostic> found = found_in(find_rule("portable-load")->bad);
  REQUIRE(found.size() == 1);
  CHECK(found[0].rule == "portable-load");
  CHECK(found[0].agents == std::vector<std::string_view>{"gemini-cli"});
  CHECK(found_in(find_rule("portable-load")->good).empty());
}

TEST_CASE("a skill too deep for an agent is told, one in a folder that the agent does not read is not") {
  JudgeOptions options;
  options.placement.place = standing_place("/p/.claude/skills/harbour/example");
  const std::vector<Diagnostic> deep = found_in(find_rule("portable-load")->good, options);
  REQUIRE(deep.size() == 1);
  CHECK(deep[0].rule == "portable-load");
  CHECK(deep[0].agents == std::vector<std::string_view>{"claude-code"});
  options.placement.place = standing_place("/p/.claude/skills/example");
  CHECK(found_in(find_rule("portable-load")->good, options).empty());
}

TEST_CASE("an agent that is not judged concerns nobody") {
  Settings settings;
  settings.agents = {"codex"};
  JudgeOptions options;
  options.settings = &settings;
  options.placement.place = standing_place("/p/.claude/skills/harbour/example");
  const Judgement judgement = judge(test::skill_of(find_rule("portable-load")->good), options);
  CHECK(judgement.findings.empty());
  REQUIRE(judgement.agents.size() == 1);
  CHECK(judgement.agents[0].agent == "codex");
}
