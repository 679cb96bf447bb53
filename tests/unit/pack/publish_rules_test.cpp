#include "pack/publish_rules.h"

#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

TEST_CASE("the folders in which gh skill publish finds skills") {
  for (const std::string_view folder : {"tides", "skills/tides", "skills/sea/tides", "plugins/sea/skills/tides"}) {
    CAPTURE(folder);
    CHECK(is_published_folder(folder));
  }
  for (const std::string_view folder : {"", "sea/tides", "skills/a/b/tides", "plugins/skills/tides",
                                        "plugins/a/b/tides", ".claude/skills/tides", "skills/.sea/tides", ".tides"}) {
    CAPTURE(folder);
    CHECK_FALSE(is_published_folder(folder));
  }
}

TEST_CASE("the next version is one behind the highest, as numbers count") {
  CHECK(next_version_tag({}) == "v1.0.0");
  CHECK(next_version_tag({"nightly", "v2", "v1.2", "v1.2.3.4"}) == "v1.0.0");
  CHECK(next_version_tag({"v1.2.9", "v1.10.0", "1.9.9"}) == "v1.10.1");
  CHECK(next_version_tag({"0.1.0"}) == "v0.1.1");
  CHECK(next_version_tag({"v2.0.0-rc.1", "v1.0.0"}) == "v1.0.1");
  for (const std::string_view tag :
       {"", "v", "v1.0", "v1..0", "v01.0.0", "v1.0.0 ", "v-1.0.0", "v99999999999999999999.0.0"}) {
    CAPTURE(tag);
    CHECK_FALSE(is_version_tag(tag));
  }
}

TEST_CASE("what gh skill wrote into a copy is told with its line, and nothing else below metadata") {
  const Skill skill = skill_of(
      "---\nname: example\ndescription: Formats tide tables.\nlicense: MIT\nmetadata:\n  version: 1.0.0\n"
      "  github-tree-sha: 0123\n  github-url: x\n---\n\nRead the table.\n");
  const std::vector<PublishProblem> found = publish_problems(skill, "skills/example", false);
  REQUIRE(found.size() == 1);
  CHECK(found.front().severity == Severity::error);
  CHECK(found.front().path == "skills/example/SKILL.md");
  CHECK(found.front().line == 7);
  CHECK(found.front().message.starts_with("metadata.github-tree-sha was written by gh skill"));
}

TEST_CASE("the limits that gh skill publish warns of are met exactly") {
  const auto count = [](std::size_t description, std::size_t lines) {
    std::string text = "---\nname: example\ndescription: " + std::string(description, 'x') + "\n---\n";
    for (std::size_t i = 0; i < lines; ++i) text += "x\n";
    return publish_problems(skill_of(text), "example", true).size();
  };
  CHECK(count(1024, 500) == 0);
  CHECK(count(1025, 500) == 1);
  CHECK(count(1024, 501) == 1);
  CHECK(count(10, 0) == 0);
}
