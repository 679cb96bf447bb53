#include "pack/digests.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

PackList listed(std::vector<PackedFile> files) {
  PackList list;
  list.files = std::move(files);
  return list;
}

}  // namespace

TEST_CASE("git's id of a folder: folders sort as if their names ended with a slash") {
  // As `git write-tree` prints it for a-b (executable), a/x, a.txt, each holding "x" and a line end.
  CHECK(git_tree_id(listed({{"a-b", "x\n", "", true}, {"a.txt", "x\n", "", false}, {"a/x", "x\n", "", false}})) ==
        "187bb0672a0292db16ccf440bf64c5f22d542579");
  CHECK(git_tree_id(listed({})) == "4b825dc642cb6eb9a060e54bf8d69288fbee4904");  // git's empty tree
}

TEST_CASE("the hash of skills-lock.json leaves out .git and node_modules, and nothing else") {
  MemoryTree tree;
  tree.add_file("x/SKILL.md", "s");
  tree.add_file("x/references/a.md", "a");
  tree.add_file("x/.env", "e");
  tree.add_file("x/node_modules/m/i.js", "m");
  tree.add_file("x/.git/config", "c");
  // SHA-256 of ".enve" "references/a.mda" "SKILL.mds": the order of localeCompare, no separators.
  CHECK(skills_lock_hash(tree, "x").value() == "9789ee862843fa04f68769c68fb1e127affa02faf6ed5442e746ff6ae7a4bb53");
}
