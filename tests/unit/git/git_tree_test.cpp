#include "git/git_tree.h"

#include <cstdlib>

#include "base/text.h"
#include "model/tree.h"
#include "support/catch.h"
#include "support/temporary_folder.h"
#include "tree/folder_tree.h"

using namespace skillstow;

namespace {

// A repository made by git itself, with one commit.
void make_repository(const TemporaryFolder& folder) {
  const std::string script = "set -eu; cd '" + folder.path("") +
                             "'; export HOME=$PWD GIT_CONFIG_NOSYSTEM=1; git init -q repo; cd repo;"
                             "mkdir -p skills/a/scripts; printf -- '---\\nname: a\\n---\\n' > skills/a/SKILL.md; "
                             "printf 'x\\r\\n' > skills/a/scripts/run;"
                             "chmod 755 skills/a/scripts/run; ln -s skills/a/SKILL.md link; ln -s skills dirlink; ln "
                             "-s ../outside out; ln -s loop loop;"
                             "git add -A; git -c user.name=t -c user.email=t@example.org commit -qm one;"
                             "echo changed > skills/a/SKILL.md";  // not committed: must not be seen
  REQUIRE(std::system(script.c_str()) == 0);
}

}  // namespace

TEST_CASE("a commit's tree is read without its working tree") {
  const TemporaryFolder folder;
  make_repository(folder);
  const auto opened = GitTree::open(folder.path("repo"));
  REQUIRE(opened);
  const GitTree& tree = **opened;
  CHECK(tree.commit().size() == 40);
  CHECK(tree.read("skills/a/SKILL.md", 100).value() == "---\nname: a\n---\n");
  CHECK(tree.read("skills/a/scripts/run", 100).value() == "x\r\n");
  CHECK(tree.read_start("skills/a/SKILL.md", 3).value() == "---");
  CHECK(tree.read("skills/a/SKILL.md", 3).error().kind == ErrorKind::too_large);
  CHECK(tree.read("skills", 3).error().kind == ErrorKind::not_regular);
  CHECK(tree.read("none", 3).error().kind == ErrorKind::not_found);
  CHECK(tree.read("link", 100).error().kind == ErrorKind::not_regular);
  CHECK(tree.read_through("link", 100).value() == "---\nname: a\n---\n");
  CHECK(tree.read_through("out", 100).error().kind == ErrorKind::outside);
  CHECK_FALSE(tree.read_through("loop", 100));
  CHECK(tree.is_folder_behind("dirlink"));
  CHECK_FALSE(tree.is_folder_behind("link"));
}

TEST_CASE("a folder on disk and the same in git are the same tree") {
  const TemporaryFolder folder;
  make_repository(folder);
  REQUIRE(std::system(("cd '" + folder.path("repo") + "' && git checkout -q -- . && rm -rf .git/../.keep").c_str()) ==
          0);
  const auto git = GitTree::open(folder.path("repo"));
  REQUIRE(git);
  WalkLimits limits;
  limits.leave_out = [](std::string_view path) { return path == ".git"; };
  const Walk in_git = walk_tree(**git, "", limits);
  const Walk on_disk = walk_tree(FolderTree(folder.path("repo")), "", limits);
  REQUIRE(in_git.entries.size() == on_disk.entries.size());
  for (std::size_t i = 0; i < in_git.entries.size(); ++i) {
    CHECK(in_git.entries[i].path == on_disk.entries[i].path);
    CHECK(in_git.entries[i].kind == on_disk.entries[i].kind);
    CHECK(in_git.entries[i].executable == on_disk.entries[i].executable);
    CHECK(in_git.entries[i].size == on_disk.entries[i].size);
    CHECK(in_git.entries[i].link_target == on_disk.entries[i].link_target);
  }
}

TEST_CASE("what is no repository, and revisions that are not there, are told") {
  const TemporaryFolder folder;
  make_repository(folder);
  CHECK(GitTree::open(folder.path("none")).error().message.find("git repository") != std::string::npos);
  CHECK(GitTree::open(folder.path("repo"), "no-such-branch").error().message.find("no-such-branch") !=
        std::string::npos);
}

TEST_CASE("a walk stops at its limits and says so") {
  const TemporaryFolder folder;
  REQUIRE(create_folders(folder.path("a/b/c/d")));
  REQUIRE(create_file(folder.path("a/1"), ""));
  REQUIRE(create_file(folder.path("a/b/c/2"), ""));
  WalkLimits few;
  few.max_entries = 1;
  CHECK_FALSE(walk_tree(FolderTree(folder.path("")), "", few).complete);
  WalkLimits shallow;
  shallow.max_depth = 2;
  const Walk walk = walk_tree(FolderTree(folder.path("")), "", shallow);
  CHECK_FALSE(walk.complete);
  CHECK(walk.entries.size() == 1);
  CHECK(walk_tree(FolderTree(folder.path("")), "").entries.size() == 2);
}
