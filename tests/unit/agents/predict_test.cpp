// Where an agent finds a skill, and what its neighbours in the folder change.
#include "agents/predict.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

Skill plain_skill(std::string folder = "pdf", std::string_view fields = "name: pdf\ndescription: Fill forms\n") {
  Skill skill;
  skill.folder = std::move(folder);
  skill.manifest_name = "SKILL.md";
  skill.manifest = SourceFile("SKILL.md", "---\n" + std::string(fields) + "---\n\nBody.\n");
  skill.frontmatter = parse_frontmatter(skill.manifest.text);
  return skill;
}

// The ids of the agents that list the skill, one blank behind each.
std::string listed_by(const Skill& skill, std::string_view path = {}) {
  Placement placement;
  if (!path.empty()) {
    placement.place = standing_place(path);
    REQUIRE(placement.place.has_value());
  }
  std::string out;
  for (const AgentVerdict& verdict : predict(skill, placement)) {
    if (verdict.loads) out += std::string(verdict.agent) + ' ';
  }
  return out;
}

}  // namespace

TEST_CASE("a skill in no agent's folder is judged by all") {
  CHECK(listed_by(plain_skill()) == "claude-code codex cursor gemini-cli github-copilot opencode ");
}

TEST_CASE("a skill in an agent's folder is judged by those that read it") {
  CHECK(listed_by(plain_skill(), "app/.claude/skills/pdf") == "claude-code cursor github-copilot opencode ");
  CHECK(listed_by(plain_skill(), "app/.agents/skills/pdf") == "codex cursor gemini-cli github-copilot opencode ");
}

TEST_CASE("agents look to different depths") {
  CHECK(listed_by(plain_skill(), "app/.claude/skills/a/pdf") == "cursor github-copilot opencode ");
  CHECK(listed_by(plain_skill(), "app/.agents/skills/a/b/c/d/e/pdf") == "codex cursor github-copilot opencode ");
  CHECK(listed_by(plain_skill(), "app/.agents/skills/a/b/c/d/e/f/pdf") == "cursor github-copilot opencode ");
}

TEST_CASE("hidden folders are entered by Claude Code and OpenCode alone") {
  CHECK(listed_by(plain_skill(), "app/.claude/skills/.pdf") == "claude-code opencode ");
  CHECK(listed_by(plain_skill(), "app/.agents/skills/.a/pdf") == "opencode ");
}

TEST_CASE("Codex finds no folder with a tab or a line end in its name") {
  const auto codex = [](const Skill& skill) { return predict_for(*find_agent("codex"), skill); };
  CHECK(codex(plain_skill("pdf")).loads);
  CHECK_FALSE(codex(plain_skill("p\tdf")).loads);
  CHECK_FALSE(codex(plain_skill("p\ndf")).loads);
  CHECK(codex(plain_skill("p\x01"
                          "df"))
            .loads);
  CHECK(codex(plain_skill("p\tdf")).silent);
}

TEST_CASE("Codex takes the name of the folder that a link leads to") {
  const Skill skill = plain_skill("link", "description: Fill forms\n");
  Placement placement;
  CHECK(predict_for(*find_agent("codex"), skill, placement).name == "link");
  placement.real_folder = "pdf";
  CHECK(predict_for(*find_agent("codex"), skill, placement).name == "pdf");
  CHECK(predict_for(*find_agent("claude-code"), skill, placement).name == "link");
}

TEST_CASE("SKILL.md in other letters is found by no agent, a link to it by all but Codex") {
  Skill skill = plain_skill();
  skill.manifest_is_link = true;
  CHECK(listed_by(skill) == "claude-code cursor gemini-cli github-copilot opencode ");
  skill.manifest_name = "Skill.md";
  CHECK(listed_by(skill).empty());
}

TEST_CASE("agents/openai.yaml takes a skill from Codex's listing, and from no other") {
  Skill skill = plain_skill();
  SkillFile file;
  file.entry.path = "agents/openai.yaml";
  file.kind = ContentKind::text;
  file.source = SourceFile("agents/openai.yaml", "policy: {allow_implicit_invocation: false}\n");
  skill.files.push_back(std::move(file));
  CHECK(listed_by(skill) == "claude-code cursor gemini-cli github-copilot opencode ");
}
