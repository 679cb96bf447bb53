#include "page/install_commands.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using skillstow::test::skill_of;

namespace {

const History k_source{"https://github.com/HKUDS/OpenSpace", "3827781aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                       "benchmarks/gdpval/skills/code-exec-fallback", ""};

std::vector<AgentInstall> ways(std::string_view name, const std::optional<History>& source) {
  const Skill skill = skill_of("---\nname: " + std::string(name) + "\ndescription: x\n---\nText.\n");
  return install_commands(skill, source).value();
}

const InstallCommand* find(const std::vector<AgentInstall>& all, std::string_view agent, std::string_view tool) {
  for (const AgentInstall& one : all) {
    for (const InstallCommand& command : one.commands) {
      if (one.agent->id == agent && command.tool == tool) return &command;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the commands are those of each tool, for each agent", "[install_commands]") {
  const std::vector<AgentInstall> all = ways("code-exec-fallback", k_source);
  CHECK(all.size() == 6);
  CHECK(find(all, "claude-code", "skills CLI")->project ==
        "npx skills add HKUDS/OpenSpace --skill code-exec-fallback -a claude-code");
  CHECK(find(all, "codex", "skills CLI")->user ==
        "npx skills add HKUDS/OpenSpace --skill code-exec-fallback -a codex -g");
  CHECK(find(all, "cursor", "GitHub CLI")->user ==
        "gh skill install HKUDS/OpenSpace code-exec-fallback --agent cursor --scope user");
  CHECK(find(all, "gemini-cli", "Gemini CLI")->user ==
        "gemini skills install https://github.com/HKUDS/OpenSpace.git --path "
        "benchmarks/gdpval/skills/code-exec-fallback");
  CHECK(find(all, "codex", "$skill-installer")->user ==
        "$skill-installer install https://github.com/HKUDS/OpenSpace/tree/3827781aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"
        "benchmarks/gdpval/skills/code-exec-fallback");
  CHECK(find(all, "opencode", "skillstow")->project ==
        "skillstow install HKUDS/OpenSpace --skill code-exec-fallback --agent opencode");
}

TEST_CASE("copying by hand ends in the agent's own folder, and leaves alone what is there", "[install_commands]") {
  const std::vector<AgentInstall> all = ways("code-exec-fallback", k_source);
  const InstallCommand* copy = find(all, "github-copilot", "git and cp");
  CHECK(copy->first ==
        "git clone -n https://github.com/HKUDS/OpenSpace.git skill-source && git -C skill-source checkout 3827781aaaaa "
        "-- "
        "benchmarks/gdpval/skills/code-exec-fallback");
  CHECK(copy->project ==
        "mkdir -p .github/skills && test ! -e .github/skills/code-exec-fallback && cp -R "
        "skill-source/benchmarks/gdpval/skills/code-exec-fallback .github/skills/code-exec-fallback");
  CHECK(copy->user.find("~/.copilot/skills/code-exec-fallback") != std::string::npos);
}

TEST_CASE("a place where gh does not look has no command for it", "[install_commands]") {
  History source = k_source;
  source.path = "tools/deep/x";
  CHECK(find(ways("x", source), "codex", "GitHub CLI") == nullptr);
  source.path = ".claude/skills/x";
  CHECK(find(ways("x", source), "codex", "GitHub CLI")->project.ends_with("--allow-hidden-dirs"));
}

TEST_CASE("without a repository a skill is installed from its folder", "[install_commands]") {
  const std::vector<AgentInstall> all = ways("x", std::nullopt);
  CHECK(find(all, "codex", "skillstow")->project == "skillstow install skills/example --agent codex");
  CHECK(find(all, "codex", "skills CLI") == nullptr);
  CHECK(all.front().request.empty());
}

TEST_CASE("a name is never a part of the shell's own words", "[install_commands]") {
  CHECK(shell_word("pdf-forms") == "pdf-forms");
  CHECK(shell_word("a b") == "'a b'");
  CHECK(shell_word("x'; rm -rf ~ #") == "'x'\\''; rm -rf ~ #'");
  CHECK(shell_word("-rf") == "'-rf'");
  CHECK(shell_word("") == "''");
  const std::vector<AgentInstall> all = ways("\"x; touch pwned\"", k_source);
  CHECK(find(all, "codex", "skills CLI")->project ==
        "npx skills add HKUDS/OpenSpace --skill 'x; touch pwned' -a codex");
}

TEST_CASE("a skill whose name is no folder's name, or does not show, has no commands", "[install_commands]") {
  const auto refused = [](std::string_view name) {
    const Skill skill = skill_of("---\nname: " + std::string(name) + "\n---\nText.\n");
    return !install_commands(skill, k_source).has_value();
  };
  CHECK(refused("../../etc"));
  CHECK(refused("\"a\\u202Eb\""));
}

TEST_CASE("files are linked to where their commit can be read", "[install_commands]") {
  CHECK(web_address(k_source, "SKILL.md", 3) ==
        "https://github.com/HKUDS/OpenSpace/blob/3827781aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/benchmarks/gdpval/skills/"
        "code-exec-fallback/SKILL.md?plain=1#L3");
  CHECK(web_address(History{"https://example.org/x", "abc", ".", ""}, "SKILL.md").empty());
  CHECK(web_address(History{"https://github.com/a/b\" onclick=\"x", "abc", ".", ""}, "SKILL.md").empty());
}
