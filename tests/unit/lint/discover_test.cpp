#include "lint/discover.h"

#include <cstdlib>

#include <unistd.h>

#include "base/path.h"
#include "lint/load_found.h"
#include "lint/places.h"
#include "support/catch.h"
#include "support/temporary_folder.h"
#include "tree/folder_tree.h"

using namespace skillstow;

namespace {

void put(const TemporaryFolder& folder, const std::string& path) {
  REQUIRE(create_folders(folder.path(std::string(parent_path(path)))));
  REQUIRE(create_file(folder.path(path), "---\nname: x\n---\n"));
}

std::vector<std::string> folders(const Discovery& discovery) {
  std::vector<std::string> found;
  for (const FoundSkill& skill : discovery.skills) found.push_back(skill.folder);
  return found;
}

Discovery discover_in(const TemporaryFolder& folder) {
  DiscoverOptions options;
  options.absolute_root = real_path(folder.path("")).value();
  return discover(FolderTree(folder.path("")), options);
}

}  // namespace

TEST_CASE("skills are found at any depth, hidden folders included, in the order of their paths") {
  const TemporaryFolder folder;
  for (const char* path : {"skills/b/SKILL.md", "skills/a/SKILL.md", ".claude/skills/c/SKILL.md", "x/y/z/w/SKILL.md"})
    put(folder, path);
  CHECK(folders(discover_in(folder)) ==
        std::vector<std::string>{".claude/skills/c", "skills/a", "skills/b", "x/y/z/w"});
}

TEST_CASE("a misspelt SKILL.md counts, the right spelling comes first") {
  const TemporaryFolder folder;
  put(folder, "a/skill.md");
  put(folder, "b/Skill.md");
  put(folder, "b/SKILL.md");
  const Discovery found = discover_in(folder);
  REQUIRE(found.skills.size() == 2);
  CHECK(found.skills[0].manifest_name == "skill.md");
  CHECK(found.skills[1].manifest_name == "SKILL.md");
}

TEST_CASE("a SKILL.md among a skill's examples is content; one beside them is a skill") {
  const TemporaryFolder folder;
  for (const char* path : {"a/SKILL.md", "a/examples/x/SKILL.md", "a/part/SKILL.md"}) put(folder, path);
  const Discovery found = discover_in(folder);
  CHECK(folders(found) == std::vector<std::string>{"a", "a/part"});
  REQUIRE(found.skipped.size() == 1);
  CHECK(found.skipped[0].path == "a/examples/x/SKILL.md");
}

TEST_CASE("version control and dependencies are left out, but not in an agent's skills folder") {
  const TemporaryFolder folder;
  for (const char* path : {".git/x/SKILL.md", "node_modules/y/SKILL.md", ".agents/skills/node_modules/z/SKILL.md"})
    put(folder, path);
  CHECK(folders(discover_in(folder)) == std::vector<std::string>{".agents/skills/node_modules/z"});
}

TEST_CASE("a SKILL.md straight in a skills folder belongs to no skill") {
  const TemporaryFolder folder;
  put(folder, ".opencode/skills/SKILL.md");
  const Discovery found = discover_in(folder);
  CHECK(found.skills.empty());
  REQUIRE(found.skipped.size() == 1);
  CHECK(found.skipped[0].reason.find("not in a folder of its own") != std::string::npos);
}

TEST_CASE("links are followed to a skill in a skills folder only, and never in a circle") {
  const TemporaryFolder folder;
  put(folder, "elsewhere/x/SKILL.md");
  REQUIRE(create_folders(folder.path(".claude/skills")));
  REQUIRE(::symlink("../../elsewhere/x", folder.path(".claude/skills/x").c_str()) == 0);
  REQUIRE(::symlink("../..", folder.path(".claude/skills/up").c_str()) == 0);
  REQUIRE(::symlink("elsewhere", folder.path("other").c_str()) == 0);
  const Discovery found = discover_in(folder);
  const auto linked = std::find_if(found.skills.begin(), found.skills.end(),
                                   [](const FoundSkill& s) { return s.folder == ".claude/skills/x"; });
  REQUIRE(linked != found.skills.end());
  CHECK(linked->linked);
  for (const FoundSkill& skill : found.skills) CHECK(skill.folder.substr(0, 5) != "other");
  CHECK(found.skills.size() < 10);
}

TEST_CASE("the root of a repository is a skill without a folder name and without the other skills' files") {
  const TemporaryFolder folder;
  for (const char* path : {"SKILL.md", "skills/a/SKILL.md", ".github/x.md", "references/r.md"}) put(folder, path);
  const Discovery found = discover_in(folder);
  REQUIRE(found.skills.size() == 2);
  CHECK(found.skills[0].whole_repository);
  const Skill root = load_found(FolderTree(folder.path("")), found, found.skills[0], "repo", "repo");
  CHECK(root.folder.empty());
  std::vector<std::string> files;
  for (const SkillFile& file : root.files) files.push_back(file.entry.path);
  CHECK(files == std::vector<std::string>{"SKILL.md", "references/r.md"});
}

TEST_CASE("a skill that several paths lead to is taken once") {
  const TemporaryFolder folder;
  put(folder, "a/SKILL.md");
  put(folder, "b/SKILL.md");
  CHECK(find_places({folder.path(""), folder.path("a"), folder.path("a/SKILL.md")}, "").skills.size() == 2);
  CHECK(find_places({folder.path("a/SKILL.md")}, "").skills.size() == 1);
  CHECK(find_places({folder.path("none")}, "").unreadable());
}
