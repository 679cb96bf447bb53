#include "install/adopt.h"

#include "scene.h"
#include "support/catch.h"

namespace skillstow {
namespace {

std::string gh_manifest(const std::string& metadata) {
  return "---\nname: tagged\ndescription: Tags things. Use when asked.\nmetadata:\n" + metadata + "---\n\nTag.\n";
}

std::vector<Adoption> plan(const Scene& scene, const Record& record = {}) {
  const Site site = scene.project();
  const ForeignLock lock(site);
  return plan_adoption(site, record, skills_folders(site, record, {}), lock);
}

const std::string k_lock = "project/skills-lock.json";

}  // namespace

TEST_CASE("a name becomes a folder's name as npx skills has it") {
  CHECK(npx_folder("Greet People") == "greet-people");
  CHECK(npx_folder("a//b  c") == "a-b-c");
  CHECK(npx_folder("../../etc/passwd") == "etc-passwd");
  CHECK(npx_folder("--.x_1.--") == "x_1");
  CHECK(npx_folder("...") == "unnamed-skill");
  CHECK(npx_folder("") == "unnamed-skill");
  CHECK(npx_folder(std::string(300, 'a')).size() == 255);
}

TEST_CASE("what gh skill wrote into the frontmatter is a claim") {
  const Claim claim =
      claim_of_frontmatter(gh_manifest("  github-repo: https://github.com/acme/tools\n"
                                       "  github-ref: refs/tags/v1\n  github-path: skills/tagged\n"));
  CHECK(claim.installer == Installer::gh_skill);
  CHECK(claim.source.find("github.com/acme/tools") != std::string::npos);
  CHECK(claim.ref == "v1");
  CHECK(claim.path == "skills/tagged");
  CHECK(claim.note.empty());
}

TEST_CASE("a pin of gh skill goes before its ref") {
  const Claim claim = claim_of_frontmatter(gh_manifest(
      "  github-repo: https://github.com/acme/tools\n  github-ref: refs/heads/main\n  github-pinned: v2\n"));
  CHECK(claim.ref == "v2");
  CHECK(claim.path == ".");
}

TEST_CASE("a frontmatter without their keys claims nothing") {
  CHECK(claim_of_frontmatter(k_good_skill).installer == Installer::nobody);
  CHECK(claim_of_frontmatter(gh_manifest("  author: somebody\n")).installer == Installer::nobody);
  CHECK(claim_of_frontmatter("no frontmatter\n").installer == Installer::nobody);
}

TEST_CASE("a claim of gh skill leads nowhere else") {
  const Claim climbing =
      claim_of_frontmatter(gh_manifest("  github-repo: https://github.com/acme/tools\n  github-path: ../../etc\n"));
  CHECK(climbing.path == ".");
  for (const char* source : {"ext::sh -c id", "https://user:word@github.com/a/b", "/etc"}) {
    const Claim claim = claim_of_frontmatter(gh_manifest("  github-repo: '" + std::string(source) + "'\n"));
    INFO(source);
    CHECK(claim.source.empty());
    CHECK_FALSE(claim.note.empty());
  }
  const Claim local = claim_of_frontmatter(gh_manifest("  local-path: /home/author/skills\n"));
  CHECK(local.installer == Installer::gh_skill);
  CHECK(local.source.empty());
}

TEST_CASE("an entry of npx skills is found by the skill's name or by its folder's") {
  const Scene scene;
  scene.write(k_lock, R"({"version": 1, "skills": {"Greet People": {"source": "acme/skills", "sourceType": "github",
    "ref": "refs/heads/main", "skillPath": "skills/greet/SKILL.md"}}})");
  const Site site = scene.project();
  const ForeignLock lock(site);
  CHECK(lock.notes().empty());
  for (const auto& [name, folder] : {std::pair{"Greet People", "other"}, {"other", "greet-people"}}) {
    const auto claim = lock.find(name, folder);
    REQUIRE(claim);
    CHECK(claim->installer == Installer::npx_skills);
    CHECK(claim->source.find("github.com/acme/skills") != std::string::npos);
    CHECK(claim->ref == "main");
    CHECK(claim->path == "skills/greet");
  }
  CHECK_FALSE(lock.find("other", "other"));
}

TEST_CASE("a foreign lock that is damaged or of another version says nothing, and that is told") {
  for (const char* text :
       {"", "{", "[]", R"({"version": 99, "skills": {"greet": {}}})", R"({"skills": {"greet": {}}})"}) {
    const Scene scene;
    scene.write(k_lock, text);
    const Site site = scene.project();
    const ForeignLock lock(site);
    INFO(text);
    CHECK(lock.notes().size() == 1);
    CHECK_FALSE(lock.find("greet", "greet"));
  }
}

TEST_CASE("the folder that npx skills copied from is looked for") {
  const Scene scene;
  scene.write_skill("project/mine/greet", "greet");
  scene.write(k_lock, R"({"version": 1, "skills": {"greet": {"source": "mine", "sourceType": "local"},
    "wave": {"source": "mine", "sourceType": "local"}, "gone": {"source": "nowhere", "sourceType": "local"}}})");
  const Site site = scene.project();
  const ForeignLock lock(site);
  const auto greet = lock.find("greet", "greet");
  REQUIRE(greet);
  CHECK(greet->source == "./mine");
  CHECK(greet->path == "greet");
  for (const char* name : {"wave", "gone"}) {
    const auto claim = lock.find(name, name);
    REQUIRE(claim);
    CHECK(claim->source.empty());
    CHECK_FALSE(claim->note.empty());
  }
}

TEST_CASE("what is not recorded is taken over as it stands") {
  const Scene scene;
  scene.write_skill("project/.claude/skills/greet", "greet");
  scene.write("project/.claude/skills/broken/SKILL.md/x", "a folder where the file should be\n");
  scene.link("project/.claude/skills/linked", "../../shared/wave");
  scene.write_skill("project/shared/wave", "wave");
  const auto before = scene.files("project");
  const auto adoptions = plan(scene);
  CHECK(scene.files("project") == before);
  REQUIRE(adoptions.size() == 3);  // by name
  CHECK(adoptions[0].key == ".claude/skills/broken");
  CHECK_FALSE(adoptions[0].refusal.empty());
  const Adoption& greet = adoptions[1];
  CHECK(greet.key == ".claude/skills/greet");
  CHECK(greet.refusal.empty());
  CHECK(greet.claim.installer == Installer::nobody);
  CHECK(greet.entry.method == Method::copy);
  CHECK(greet.entry.source.empty());
  CHECK(greet.entry.files.size() == 2);
  CHECK(greet.entry.digest == digest_of(greet.entry.files));
  const Adoption& wave = adoptions[2];
  CHECK(wave.key == ".claude/skills/linked");
  CHECK(wave.entry.method == Method::link);
  CHECK(wave.entry.link == "../../shared/wave");
  CHECK(wave.entry.source == "./shared/wave");
  CHECK(wave.entry.files.empty());

  Record record;
  record.skills[greet.key] = greet.entry;
  CHECK(plan(scene, record).size() == 2);
}

}  // namespace skillstow
