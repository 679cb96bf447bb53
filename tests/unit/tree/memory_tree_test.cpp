#include "tree/memory_tree.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<std::string> paths_in(const Tree& tree, std::string_view folder) {
  std::vector<std::string> paths;
  const std::vector<TreeEntry> entries = tree.children(folder).value();
  for (const TreeEntry& entry : entries) paths.push_back(entry.path);
  return paths;
}

}  // namespace

TEST_CASE("files in memory are found by folder, sorted") {
  MemoryTree tree;
  tree.add_file("x/SKILL.md", "text", false);
  tree.add_file("x/scripts/run.sh", "#!/bin/sh\n", true);
  tree.add_folder("x/empty");
  CHECK(paths_in(tree, "") == std::vector<std::string>{"x"});
  CHECK(paths_in(tree, "x") == std::vector<std::string>{"x/SKILL.md", "x/empty", "x/scripts"});
  CHECK(paths_in(tree, "x/empty").empty());
  CHECK(tree.children("x/scripts").value().at(0).executable);
  CHECK_FALSE(tree.children("y"));
  CHECK_FALSE(tree.children("x/SKILL.md"));
  CHECK(tree.read("x/SKILL.md", 10).value() == "text");
  CHECK(tree.read_start("x/SKILL.md", 2).value() == "te");
  CHECK(tree.read("x/SKILL.md", 3).error().kind == ErrorKind::too_large);
  CHECK(tree.read("x", 10).error().kind == ErrorKind::not_regular);
  CHECK(tree.read("x/other", 10).error().kind == ErrorKind::not_found);
}

TEST_CASE("links in memory are followed as a disk would, and never out") {
  MemoryTree tree;
  tree.add_file("x/docs/a.md", "a");
  tree.add_link("x/latest", "docs");
  tree.add_link("x/first", "latest/a.md");
  tree.add_link("x/up", "..");
  tree.add_link("x/out", "up/../secret");
  tree.add_link("x/absolute", "/etc/passwd");
  tree.add_link("x/circle", "circle");
  CHECK(tree.is_folder_behind("x/latest"));
  CHECK(tree.is_folder_behind("x/up"));
  CHECK(tree.read_through("x/first", 10).value() == "a");
  CHECK_FALSE(tree.is_folder_behind("x/first"));
  CHECK(tree.read_through("x/out", 10).error().kind == ErrorKind::outside);
  CHECK(tree.read_through("x/absolute", 10).error().kind == ErrorKind::outside);
  CHECK(tree.read_through("x/circle", 10).error().message == "the link leads in a circle");
  CHECK_FALSE(tree.is_folder_behind("x/out"));
}
