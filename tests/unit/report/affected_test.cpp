#include "report/affected.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

AgentVerdict loads(std::string_view agent) {
  AgentVerdict verdict;
  verdict.agent = agent;
  verdict.loads = true;
  return verdict;
}

AgentVerdict drops(std::string_view agent, std::string_view rule, bool silent, std::string message) {
  AgentVerdict verdict;
  verdict.agent = agent;
  verdict.silent = silent;
  verdict.why = {rule};
  verdict.message = std::move(message);
  return verdict;
}

AgentVerdict changes(std::string_view agent, std::string_view rule, std::string message) {
  AgentVerdict verdict = drops(agent, rule, true, std::move(message));
  verdict.loads = true;
  verdict.changed = {"description"};
  return verdict;
}

Judgement with_finding(std::string_view rule) {
  Judgement judgement;
  judgement.findings.emplace_back().rule = rule;
  return judgement;
}

}  // namespace

TEST_CASE("A skill that all agents load as it is affects none") {
  Judgement judgement;
  judgement.agents = {loads("codex"), loads("opencode")};
  CHECK(affected_agents(judgement).empty());
}

TEST_CASE("Agents that do the same are named together below the finding that names the cause") {
  Judgement judgement = with_finding("frontmatter-yaml");
  judgement.agents = {
      changes("claude-code", "frontmatter-yaml", "Claude Code quotes the value, and says nothing"),
      changes("codex", "frontmatter-yaml", "Codex quotes the value, and says nothing"),
      drops("github-copilot", "frontmatter-yaml", false,
            "GitHub Copilot refuses the frontmatter: bad; it leaves the skill out and says so"),
      loads("opencode"),
  };
  const std::vector<Affected> affected = affected_agents(judgement);
  REQUIRE(affected.size() == 1);
  CHECK(affected[0].rule == "frontmatter-yaml");
  CHECK(affected[0].named);
  CHECK(affected[0].text ==
        "Claude Code and Codex quote the value, silently; GitHub Copilot leaves the skill out and says so");
}

TEST_CASE("Agents that reach the same in different ways are told by what comes of it") {
  Judgement judgement = with_finding("frontmatter-yaml");
  judgement.agents = {changes("codex", "frontmatter-yaml", "Codex quotes the value, and says nothing"),
                      changes("gemini-cli", "frontmatter-yaml", "Gemini CLI reads lines, and says nothing")};
  CHECK(affected_agents(judgement)[0].text == "Codex and Gemini CLI show another description, silently");
}

TEST_CASE("A cause that no finding names comes with its reason") {
  Judgement judgement;
  judgement.agents = {
      drops("claude-code", "placement-folder", true,
            "Claude Code does not read .agents/skills; it leaves the skill out and says nothing"),
      drops("cursor", "placement-folder", true,
            "Cursor does not read .agents/skills; it leaves the skill out and says nothing"),
      drops("gemini-cli", "placement-folder", true,
            "Gemini CLI passes over node_modules; it leaves the skill out and says nothing"),
  };
  const std::vector<Affected> affected = affected_agents(judgement);
  REQUIRE(affected.size() == 1);
  CHECK_FALSE(affected[0].named);
  CHECK(affected[0].text ==
        "Claude Code and Cursor do not read .agents/skills: they leave the skill out, silently; "
        "Gemini CLI passes over node_modules: it leaves the skill out, silently");
}

TEST_CASE("A star marks what an agent does without a word") {
  CHECK(outcome_word(loads("codex")) == "loads");
  CHECK(outcome_word(changes("codex", "x", "")) == "changed*");
  CHECK(outcome_word(drops("codex", "x", false, "")) == "drops");
  CHECK(outcome_word(drops("codex", "x", true, "")) == "drops*");
}
