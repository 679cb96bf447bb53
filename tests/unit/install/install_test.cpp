// The engine as a whole, on real folders: from a source to agents' folders and back.

#include <sys/stat.h>

#include "base/sha256.h"
#include "install/inventory.h"
#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

using Files = std::map<std::string, std::string>;

RemovalRequest named(const std::string& name) {
  RemovalRequest request;
  request.names = {name};
  return request;
}

std::string mode_of(const std::string& path) { return skillstow::format("{:04o}", status_of(path).mode); }

}  // namespace

TEST_CASE("an installed skill has the source's bytes, and modes that do not depend on the umask") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write("source/greet/scripts/run", "#!/bin/sh\n", 0777);
  scene.write("source/greet/data.txt", "x\n", 0666);
  const mode_t old = ::umask(0077);
  const auto outcome = run_install(disk, scene.project(), scene.at("source"), {"claude-code"});
  ::umask(old);
  REQUIRE(outcome.ok);
  CHECK(scene.files("project/.claude/skills/greet") == scene.files("source/greet"));
  CHECK(mode_of(scene.at("project/.claude/skills/greet")) == "0755");
  CHECK(mode_of(scene.at("project/.claude/skills/greet/scripts/run")) == "0755");
  CHECK(mode_of(scene.at("project/.claude/skills/greet/data.txt")) == "0644");
}

TEST_CASE("removing what was installed leaves the project as it was") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  const Site site = scene.project();
  const Files before = scene.files("project");
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code", "cursor", "codex"}).ok);
  CHECK(scene.files("project").size() > before.size());
  RemovalRequest all;
  all.all = true;
  REQUIRE(run_remove(disk, site, all).ok);
  CHECK(scene.files("project") == before);
}

TEST_CASE("a skills folder that was there before stays when it becomes empty") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(create_folders(scene.at("project/.claude/skills")));
  const Files before = scene.files("project");
  REQUIRE(run_install(disk, scene.project(), scene.at("source"), {"claude-code"}).ok);
  REQUIRE(run_remove(disk, scene.project(), named("greet")).ok);
  CHECK(scene.files("project") == before);
}

TEST_CASE("files that somebody added stay when the skill goes, leftovers of programs do not") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, scene.project(), scene.at("source"), {"claude-code"}).ok);
  scene.write("project/.claude/skills/greet/notes/mine.txt", "mine\n");
  scene.write("project/.claude/skills/greet/scripts/__pycache__/a.pyc", "x");
  const RemoveOutcome outcome = run_remove(disk, scene.project(), named("greet"));
  REQUIRE(outcome.ok);
  CHECK(outcome.steps[0].kept == std::vector<std::string>{"notes/mine.txt"});
  CHECK(scene.files("project/.claude") == Files{{"skills/greet/notes/mine.txt", "mine\n"}});
}

TEST_CASE("an edited skill is not removed; by force it is put aside whole") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, scene.project(), scene.at("source"), {"claude-code"}).ok);
  scene.write("project/.claude/skills/greet/SKILL.md", "mine\n");
  const Files edited = scene.files("project/.claude/skills/greet");
  RemovalRequest request = named("greet");
  RemoveOutcome outcome = run_remove(disk, scene.project(), request);
  REQUIRE(outcome.steps.size() == 1);
  CHECK(outcome.steps[0].action == RemovalAction::refuse);
  CHECK(outcome.steps[0].reason == RemovalRefusal::modified);
  CHECK(outcome.steps[0].edits == std::vector<FileEdit>{{"SKILL.md", EditKind::changed}});
  CHECK(scene.files("project/.claude/skills/greet") == edited);
  request.force = true;
  outcome = run_remove(disk, scene.project(), request);
  REQUIRE(outcome.backups.size() == 1);
  CHECK(scene.files(outcome.backups[0].backup.substr(scene.at("").size() + 1)) == edited);
  CHECK(scene.files("project/.claude").empty());
}

TEST_CASE("a record that names somebody's folder removes nothing in it") {
  Scene scene;
  Disk disk;
  // Whoever makes a project knows what many files of others hold, and can write their sums into its record.
  RecordedSkill claimed;
  claimed.name = "greet";
  claimed.agents = {"codex"};
  claimed.source = claimed.path = ".";
  claimed.files = {{"LICENSE", FileForm::plain, sha256_hex("MIT\n")}, {"SKILL.md", FileForm::plain, sha256_hex("a")}};
  claimed.digest = digest_of(claimed.files);
  scene.write("project/notes/LICENSE", "MIT\n");
  scene.write("project/skillstow.lock", write_record(Record{{{"notes", claimed}}}));
  RemovalRequest request;
  request.all = true;
  const RemoveOutcome outcome = run_remove(disk, scene.project(), request);
  REQUIRE(outcome.steps.size() == 1);
  CHECK(outcome.steps[0].action == RemovalAction::refuse);
  CHECK(outcome.steps[0].reason == RemovalRefusal::modified);
  CHECK(scene.files("project/notes") == Files{{"LICENSE", "MIT\n"}});
}

TEST_CASE("what stands too deep to be looked at keeps a skill from being removed") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  REQUIRE(run_install(disk, scene.project(), scene.at("source"), {"claude-code"}).ok);
  std::string deep = "project/.claude/skills/greet/";
  for (int i = 0; i < 300; ++i) deep += "d/";
  scene.write(deep + "mine.txt", "mine\n");
  RemoveOutcome outcome = run_remove(disk, scene.project(), named("greet"));
  REQUIRE(outcome.steps.size() == 1);
  CHECK(outcome.steps[0].action == RemovalAction::refuse);
  CHECK(outcome.steps[0].edits == std::vector<FileEdit>{{".", EditKind::changed}});
  CHECK(outcome.steps[0].message.find("more in it than can be looked at") != std::string::npos);
  CHECK(read_file(scene.at(deep + "mine.txt"), 100).value_or("") == "mine\n");
}

TEST_CASE("names to remove are never taken for paths") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write_skill("project/.claude/skills-other/x", "x");
  REQUIRE(run_install(disk, scene.project(), scene.at("source"), {"claude-code"}).ok);
  const Files before = scene.files("project");
  for (const char* name :
       {"../skills-other/x", "..", ".", "", "/", "greet/", "./greet", "skills/greet", "SKILL.md", "*"}) {
    INFO(name);
    const RemoveOutcome outcome = run_remove(disk, scene.project(), named(name));
    REQUIRE(outcome.steps.size() == 1);
    CHECK(outcome.steps[0].action == RemovalAction::refuse);
    CHECK_FALSE(outcome.steps[0].message.empty());
    CHECK(scene.files("project") == before);
  }
}

TEST_CASE("removing for one agent leaves the others theirs") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  const Site site = scene.project();
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code", "codex", "gemini-cli"}).ok);
  CHECK_FALSE(scene.files("project/.agents/skills/greet").empty());
  CHECK(scene.files("project/.gemini").empty());  // it reads the shared folder
  RemovalRequest request = named("greet");
  request.agents = {"gemini-cli"};
  RemoveOutcome outcome = run_remove(disk, site, request);
  REQUIRE(outcome.steps.size() == 1);
  CHECK(outcome.steps[0].action == RemovalAction::unassign);
  CHECK(outcome.steps[0].agents == std::vector<std::string>{"codex"});
  CHECK_FALSE(scene.files("project/.agents/skills/greet").empty());
  request.agents = {"codex"};
  outcome = run_remove(disk, site, request);
  CHECK(outcome.steps[0].action == RemovalAction::remove);
  CHECK(scene.files("project/.agents").empty());
  CHECK_FALSE(scene.files("project/.claude/skills/greet").empty());
  request.agents = {"cursor"};
  CHECK(run_remove(disk, site, request).steps[0].action == RemovalAction::refuse);
}

TEST_CASE("what is replaced by force is kept, in one piece and outside the skills folders") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write("project/.claude/skills/greet/SKILL.md", "mine\n");
  scene.write("project/.claude/skills/greet/my-notes.md", "notes\n");
  const Site site = scene.project();
  InstallOutcome outcome = run_install(disk, site, scene.at("source"), {"claude-code"});
  CHECK(outcome.plan.refused.size() == 1);
  CHECK(scene.files("project/.claude/skills/greet") == Files{{"SKILL.md", "mine\n"}, {"my-notes.md", "notes\n"}});
  outcome = run_install(disk, site, scene.at("source"), {"claude-code"}, {.link = false, .force = true});
  REQUIRE(outcome.ok);
  REQUIRE(outcome.backups.size() == 1);
  CHECK(outcome.backups[0].backup.find(scene.at("project/.skillstow/backups/")) == 0);
  CHECK(scene.files(outcome.backups[0].backup.substr(scene.at("").size() + 1)) ==
        Files{{"SKILL.md", "mine\n"}, {"my-notes.md", "notes\n"}});
  CHECK(scene.files("project/.claude/skills/greet") == scene.files("source/greet"));
}

TEST_CASE("a link in the way is put aside by force, and what it leads to stays as it is") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write("project/own/greet/SKILL.md", "mine\n");
  scene.link("project/.claude/skills/greet", "../../own/greet");
  const Site site = scene.project();
  CHECK(run_install(disk, site, scene.at("source"), {"claude-code"}).plan.refused.size() == 1);
  CHECK(read_link(scene.at("project/.claude/skills/greet")).value() == "../../own/greet");
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}, {.link = false, .force = true}).ok);
  CHECK(scene.files("project/own/greet") == Files{{"SKILL.md", "mine\n"}});
  CHECK(scene.files("project/.claude/skills/greet") == scene.files("source/greet"));
}

TEST_CASE("--link makes a relative link, which list and remove know") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  const Site site = scene.project();
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code"}, {.link = true, .force = false}).ok);
  CHECK(read_link(scene.at("project/.claude/skills/greet")).value() == "../../../source/greet");
  CHECK(run_install(disk, site, scene.at("source"), {"claude-code"}, {.link = true, .force = false})
            .plan.steps[0]
            .action == Action::keep);
  Record record = read_site_record(site).value();
  std::vector<InstalledSkill> skills = take_inventory(site, record, skills_folders(site, record, {}));
  REQUIRE(skills.size() == 1);
  CHECK(skills[0].state == InstalledState::ok);
  REQUIRE(remove_tree(scene.at("source/greet")));
  skills = take_inventory(site, record, skills_folders(site, record, {}));
  REQUIRE(skills.size() == 1);
  CHECK(skills[0].state == InstalledState::broken);
  REQUIRE(run_remove(disk, site, named("greet")).ok);
  CHECK(scene.files("project").empty());
}

TEST_CASE("folders that lead out of the project are refused, those that stay inside are followed") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  const Site site = scene.project();
  REQUIRE(create_folders(scene.at("elsewhere")));
  scene.link("project/.claude", "../elsewhere");
  const InstallOutcome outcome = run_install(disk, site, scene.at("source"), {"claude-code"});
  CHECK_FALSE(outcome.ok);
  CHECK(outcome.error.kind == ErrorKind::outside);
  CHECK(outcome.error.path == ".claude");
  CHECK(scene.files("elsewhere").empty());

  REQUIRE(create_folders(scene.at("project/.agents/skills")));
  scene.link("project/.cursor/skills", "../.agents/skills");
  const InstallOutcome inside = run_install(disk, site, scene.at("source"), {"cursor", "codex"});
  REQUIRE(inside.ok);
  CHECK(inside.plan.steps.size() == 1);  // one folder, written once
  CHECK(scene.files("project/.agents/skills/greet") == scene.files("source/greet"));
}

TEST_CASE("one refusal and nothing is installed") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write_skill("source/wave", "wave");
  scene.write("source/bad/SKILL.md", "no frontmatter\n");
  const Files before = scene.files("project");
  const InstallOutcome outcome = run_install(disk, scene.project(), scene.at("source"), {"claude-code"});
  CHECK_FALSE(outcome.ok);
  REQUIRE(outcome.prepared.refused.size() == 1);
  CHECK(outcome.prepared.refused[0].reason == Refusal::invalid);
  CHECK_FALSE(outcome.prepared.refused[0].findings.empty());
  CHECK(scene.files("project") == before);
}

TEST_CASE("a damaged record stops everything") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write("project/skillstow.lock", "<<<<<<< ours\n{}\n");
  const Files before = scene.files("project");
  const InstallOutcome outcome = run_install(disk, scene.project(), scene.at("source"), {"claude-code"});
  CHECK_FALSE(outcome.ok);
  CHECK(outcome.error.path == "skillstow.lock");
  CHECK(scene.files("project") == before);
}

TEST_CASE("the journal of a stranger is not followed") {
  // A project may bring a journal with it that names folders of its reader.
  Scene scene;
  Disk disk;
  scene.write("victim/precious.txt", "x");
  Journal journal;
  const auto refuses = [&](const Journal& bad) {
    scene.write("project/.skillstow/journal.json", write_journal(bad));
    const auto transaction = Transaction::open(disk, scene.project(), [](std::string_view) {});
    CHECK_FALSE(transaction);
    CHECK(scene.files("victim") == Files{{"precious.txt", "x"}});
  };
  journal.staging = {scene.at("victim")};
  refuses(journal);
  journal.staging = {scene.at("project/.skillstow/staging")};
  journal.phase = Journal::Phase::swapping;
  journal.changes = {
      {scene.at("victim"), "", scene.at("project/.skillstow/staging/1"), "", 0, status_of(scene.at("victim")).inode}};
  refuses(journal);
  journal.changes = {{scene.at("project/x"), scene.at("project/.skillstow/staging/../../../victim"),
                      scene.at("project/.skillstow/staging/1"), "", 1, 0}};
  refuses(journal);
  scene.link("project/.claude", "../victim");
  scene.write("project/.skillstow/staging/2/SKILL.md", "evil");
  journal.changes = {{scene.at("project/.claude/skills"), scene.at("project/.skillstow/staging/2"),
                      scene.at("project/.skillstow/staging/1"), "", 1, 0}};
  refuses(journal);
  REQUIRE(remove_tree(scene.at("project/.skillstow")));
  scene.link("project/.skillstow", "../victim");
  CHECK_FALSE(Transaction::open(disk, scene.project(), [](std::string_view) {}));
}

TEST_CASE("the inventory tells copies with the same bytes from those that differ") {
  Scene scene;
  const Site site = scene.project();
  for (const char* folder : {".agents/skills", ".claude/skills", ".github/skills"}) {
    scene.write_skill(std::string("project/") + folder + "/same", "same");
  }
  scene.write_skill("project/.agents/skills/differs", "differs", "One.");
  scene.write_skill("project/.claude/skills/differs", "differs", "Two.");
  scene.write_skill("project/.claude/skills/.same.old", "same");
  scene.write_skill("project/.claude/skills/same/sub/inner", "inner");
  scene.write_skill("project/.agents/skills/same/sub/inner", "inner");
  scene.write_skill("project/.github/skills/same/sub/inner", "inner");
  scene.write("project/.claude/skills/not-a-skill/README.md", "x");
  scene.link("project/.claude/skills/dead", "../nowhere");
  const std::vector<InstalledSkill> skills = take_inventory(site, {}, skills_folders(site, {}, {}));
  REQUIRE(skills.size() == 4);
  CHECK(skills[0].name == "dead");
  CHECK(skills[0].state == InstalledState::broken);
  CHECK(skills[1].places == std::vector<std::string>{".agents/skills/differs"});
  CHECK(skills[2].places == std::vector<std::string>{".claude/skills/differs"});
  CHECK(skills[3].places ==
        std::vector<std::string>{".agents/skills/same", ".claude/skills/same", ".github/skills/same"});
  CHECK(skills[3].state == InstalledState::untracked);
}

TEST_CASE("the inventory knows what was edited and what is gone") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  scene.write_skill("source/wave", "wave");
  const Site site = scene.project();
  REQUIRE(run_install(disk, site, scene.at("source"), {"claude-code", "codex"}).ok);
  scene.write("project/.claude/skills/greet/references/more.md", "mine\n");
  REQUIRE(remove_tree(scene.at("project/.claude/skills/wave")));
  const Record record = read_site_record(site).value();
  const std::vector<InstalledSkill> skills = take_inventory(site, record, skills_folders(site, record, {}));
  std::vector<std::string> lines;
  for (const InstalledSkill& skill : skills)
    lines.push_back(skillstow::format("{} {} {}", skill.name, name_of(skill.state), join(skill.places, ",")));
  CHECK(lines == std::vector<std::string>{"greet ok .agents/skills/greet", "greet modified .claude/skills/greet",
                                          "wave ok .agents/skills/wave", "wave missing .claude/skills/wave"});
}

TEST_CASE("a link that would lead nowhere keeps a skill from being removed") {
  Scene scene;
  Disk disk;
  scene.write_skill("source/greet", "greet");
  const Site site = scene.project();
  REQUIRE(run_install(disk, site, scene.at("source"), {"codex"}).ok);
  scene.link("project/.claude/skills/greet", "../../.agents/skills/greet");
  const Record record = read_site_record(site).value();
  const std::vector<std::string> folders = skills_folders(site, record, {});
  std::vector<RemovalStep> steps = plan_removal(site, record, named("greet"), folders);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].action == RemovalAction::refuse);
  CHECK(steps[0].reason == RemovalRefusal::linked);
  CHECK(steps[0].message.find(".claude/skills/greet") != std::string::npos);
  RemovalRequest force = named("greet");
  force.force = true;
  CHECK(plan_removal(site, record, force, folders)[0].action == RemovalAction::remove);
}
