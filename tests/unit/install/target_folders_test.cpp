#include "install/target_folders.h"

#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<std::string> folders(const Site& site, const std::vector<std::string>& ids) {
  const auto targets = choose_folders(site, find_agents(ids).value());
  std::vector<std::string> shown;
  if (!targets) return {targets.error().message};
  for (const TargetFolder& folder : targets->folders) shown.push_back(site.shown(folder.folder));
  return shown;
}

using Folders = std::vector<std::string>;

}  // namespace

TEST_CASE("each agent's own folder, in a project and in the home") {
  Scene scene;
  CHECK(folders(scene.project(), {"claude-code"}) == Folders{".claude/skills"});
  CHECK(folders(scene.project(), {"cursor"}) == Folders{".cursor/skills"});
  CHECK(folders(scene.project(), {"gemini-cli"}) == Folders{".gemini/skills"});
  CHECK(folders(scene.project(), {"github-copilot"}) == Folders{".github/skills"});
  CHECK(folders(scene.project(), {"opencode"}) == Folders{".opencode/skills"});
  CHECK(folders(scene.project(), {"agents"}) == Folders{".agents/skills"});
  CHECK(folders(scene.user(), {"claude-code"}) == Folders{"~/.claude/skills"});
  CHECK(folders(scene.user(), {"github-copilot"}) == Folders{"~/.copilot/skills"});
}

TEST_CASE("an agent that reads the shared folder gets no second copy when that is written anyway") {
  Scene scene;
  for (const Site& site : {scene.project(), scene.user()}) {
    const auto targets = choose_folders(site, find_agents({"gemini-cli", "agents"}).value());
    REQUIRE(targets);
    REQUIRE(targets->folders.size() == 1);
    CHECK(targets->folders[0].folder == site.root + "/.agents/skills");
    REQUIRE(targets->folders[0].through.size() == 1);
    CHECK(targets->folders[0].through[0]->id == "gemini-cli");
    REQUIRE(targets->notes.size() == 1);
    CHECK(targets->notes[0].find("gemini-cli") != std::string::npos);
  }
  CHECK(folders(scene.project(), {"claude-code", "gemini-cli"}) == Folders{".claude/skills", ".gemini/skills"});
}

TEST_CASE("the same agent twice, or by another name, is one") {
  CHECK(find_agents({"claude", "claude-code"})->size() == 1);
  const auto unknown = find_agents({"claude-kode"});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().kind == ErrorKind::usage);
  CHECK(unknown.error().help.find("claude-code") != std::string::npos);
}

TEST_CASE("agents that are present are those that have left a mark at the site") {
  Scene scene;
  CHECK(agents_present(scene.project()).empty());
  REQUIRE(create_folders(scene.at("home/.claude")));
  REQUIRE(create_folders(scene.at("project/.cursor")));
  REQUIRE(create_folders(scene.at("project/.agents/skills")));
  std::vector<std::string> ids;
  for (const Agent* agent : agents_present(scene.project())) ids.emplace_back(agent->id);
  CHECK(ids == std::vector<std::string>{"agents", "cursor"});
  ids.clear();
  for (const Agent* agent : agents_present(scene.user())) ids.emplace_back(agent->id);
  CHECK(ids == std::vector<std::string>{"claude-code"});
}

TEST_CASE("a file where a folder must be is told") {
  Scene scene;
  scene.write("project/.claude", "a file");
  const auto targets = choose_folders(scene.project(), find_agents({"claude-code"}).value());
  REQUIRE_FALSE(targets);
  CHECK(targets.error().path == ".claude");
}

TEST_CASE("an agent's own variable moves its folder, and its absolute value is consent enough") {
  Scene scene;
  const std::string home = scene.at("home");
  const std::string other = scene.at("other-codex");
  const Environment env = [=](const std::string& name) -> std::optional<std::string> {
    if (name == "HOME") return home;
    if (name == "CLAUDE_CONFIG_DIR") return other;
    return std::nullopt;
  };
  const Site site = open_site(Scope::user, "", env).value();
  CHECK(folders(site, {"claude-code"}) == Folders{other + "/skills"});
}
