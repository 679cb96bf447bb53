#include "lint/load_found.h"

#include <string>
#include <vector>

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;

namespace {

std::vector<std::string> files_of_root_skill(const MemoryTree& tree) {
  const Discovery discovery = discover(tree);
  REQUIRE_FALSE(discovery.skills.empty());
  std::vector<std::string> files;
  for (const SkillFile& file : load_found(tree, discovery, discovery.skills.front(), ".", "tides").files) {
    files.push_back(file.entry.path);
  }
  return files;
}

}  // namespace

TEST_CASE("of a repository's left-overs one way down is read, and neither hidden folders nor dependencies") {
  MemoryTree tree;
  tree.add_file("SKILL.md", "---\nname: tides\ndescription: Prints tide tables.\n---\n\nPrint.\n");
  tree.add_file(".git/HEAD", "ref: refs/heads/main\n");
  tree.add_file(".github/workflows/ci.yml", "on: push\n");
  tree.add_file("node_modules/a/index.js", "x\n");
  tree.add_file("node_modules/b/index.js", "x\n");
  tree.add_file("scripts/__pycache__/a.pyc", "x\n");
  tree.add_file("scripts/a.py", "print()\n");
  tree.add_file("vendor/x/y.md", "x\n");
  CHECK(files_of_root_skill(tree) ==
        std::vector<std::string>{"SKILL.md", "node_modules/a/index.js", "scripts/__pycache__/a.pyc", "scripts/a.py"});
}

TEST_CASE("the skills of a repository are not files of the skill at its root, wherever the repository stands") {
  for (const std::string& place : {std::string(), std::string("sub/repo/")}) {
    MemoryTree tree;
    const std::string text = "---\nname: tides\ndescription: Prints tide tables.\n---\n\nPrint.\n";
    tree.add_file(place + "SKILL.md", text);
    tree.add_file(place + ".git/HEAD", "ref: refs/heads/main\n");
    tree.add_file(place + "other/moon/SKILL.md", text);
    CHECK(files_of_root_skill(tree) == std::vector<std::string>{"SKILL.md"});
  }
}
