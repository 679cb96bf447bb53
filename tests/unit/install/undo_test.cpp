// Taking the last change back.

#include "install/undo.h"

#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

using Files = std::map<std::string, std::string>;

Result<UndoPlan> planned(const Site& site) {
  const auto step = read_undo(site).value();
  REQUIRE(step);
  return plan_undo(site, read_site_record(site).value(), *step);
}

}  // namespace

TEST_CASE("an update and a forced replacement are undone to the byte and the mode") {
  Scene scene;
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write("source/greet/scripts/run", "#!/bin/sh\n", 0755);
  scene.write("project/.agents/skills/greet/SKILL.md", "mine\n");
  const Files first = scene.files("project");
  PlanOptions force;
  force.force = true;
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code", "agents"}, force).ok);
  CHECK(run_undo(disk, site).ok);
  Files after = scene.files("project");
  CHECK(after[".agents/skills/greet/SKILL.md"] == "mine\n");
  CHECK(after.count(".claude/skills/greet/SKILL.md") == 0);
  CHECK(after.count("skillstow.lock") == 0);

  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}).ok);
  const Files old = scene.files("project");
  scene.write_skill("source/greet", "greet", "Say good day.");
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}).ok);
  REQUIRE(scene.files("project") != old);
  CHECK(run_undo(disk, site).ok);
  CHECK(scene.files("project") == old);
  CHECK(status_of(scene.at("project/.claude/skills/greet/scripts/run")).mode == 0755);
}

TEST_CASE("a change of the record alone is undone too") {
  Scene scene;
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, site, scene.at("source"), {"codex", "gemini-cli"}).ok);
  const Files before = scene.files("project");
  RemovalRequest request;
  request.names = {"greet"};
  request.agents = {"gemini-cli"};
  REQUIRE(run_remove(disk, site, request).ok);
  REQUIRE(scene.files("project") != before);
  REQUIRE(run_undo(disk, site).ok);
  CHECK(scene.files("project") == before);
}

TEST_CASE("what somebody made where a skill was removed is not lost by undoing it") {
  Scene scene;
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}).ok);
  RemovalRequest request;
  request.names = {"greet"};
  REQUIRE(run_remove(disk, site, request).ok);
  scene.write("project/.claude/skills/greet/SKILL.md", "mine\n");
  const auto plan = planned(site);
  REQUIRE(plan);
  CHECK(plan->refused);
  CHECK(plan->moves[0].edits == std::vector<FileEdit>{{"SKILL.md", EditKind::added}});
}

TEST_CASE("without a home that can be written the old state is kept in the project") {
  Scene scene;
  const auto homeless =
      open_site(Scope::project, scene.at("project"), [](const std::string&) { return std::optional<std::string>(); });
  REQUIRE(homeless);
  CHECK(is_below(homeless->undo, homeless->state));
  CHECK(is_below(scene.project().undo, scene.at("home/.local/state/skillstow")));
  CHECK(scene.project().undo != scene.user().undo);
}

TEST_CASE("a damaged step is told and touches nothing") {
  Scene scene;
  const Site site = scene.project();
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}).ok);
  const auto steps = read_folder(site.undo).value();
  REQUIRE(steps.size() == 1);
  const std::string file = undo_file(join_path(site.undo, steps[0].name));
  for (const char* text : {"", "{", "[]", R"({"version": 2})"}) {
    REQUIRE(write_file_atomically(file, text));
    CHECK_FALSE(read_undo(site));
  }
}
