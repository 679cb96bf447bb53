#include <cstdlib>
#include <filesystem>

#include "base/file.h"
#include "parse/load.h"
#include "rules/rule.h"
#include "support/catch.h"
#include "tree/folder_tree.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;
namespace fs = std::filesystem;

// tests/rules/<rule>/<case>/ holds one skill's folder and, beside it, expected.txt: what all rules find in it. With
// UPDATE_SNAPSHOTS=1 in the environment the files are written anew.
namespace {

std::string manifest_in(const fs::path& folder) {
  for (const char* name : {"SKILL.md", "skill.md", "Skill.md"})
    if (fs::exists(fs::symlink_status(folder / name))) return name;
  return {};
}

fs::path skill_in(const fs::path& folder) {
  fs::path found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory()) found = entry.path();
  return found;
}

std::string read_or_empty(const fs::path& path) {
  const Result<std::string> text = read_file(path.string(), 1u << 20);
  return text ? *text : std::string();
}

}  // namespace

TEST_CASE("the rules find in each fixture what is expected there") {
  const bool update = std::getenv("UPDATE_SNAPSHOTS") != nullptr;
  for (const Rule* rule : all_rules()) {
    const fs::path home = fs::path("tests/rules") / rule->id;
    if (!rule->check || !fs::is_directory(home)) continue;  // documentation_test asks for it
    bool hit = false;
    bool miss = false;
    for (const auto& one : fs::directory_iterator(home)) {
      const fs::path folder = skill_in(one.path());
      CAPTURE(one.path().string());
      REQUIRE_FALSE(folder.empty());
      const FolderTree tree(folder.string());
      const std::string name = folder.filename().string();
      const Skill skill = load_skill(tree, "", manifest_in(folder), name, name);
      std::string found;
      bool drawn = false;
      for (const Diagnostic& diagnostic : run_rules(skill)) {
        found += shown(diagnostic);
        drawn = drawn || diagnostic.rule == rule->id;
      }
      if (found.empty()) found = "nothing\n";
      (drawn ? hit : miss) = true;
      const fs::path expected = one.path() / "expected.txt";
      if (update) REQUIRE(write_file_atomically(expected.string(), found));
      CHECK(found == read_or_empty(expected));
    }
    CAPTURE(rule->id);
    CHECK(hit);   // at least one case in which the rule speaks
    CHECK(miss);  // and one that is near and right
  }
}
