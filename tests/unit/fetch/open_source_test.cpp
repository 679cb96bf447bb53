#include "fetch/open_source.h"

#include <cstdlib>

#include "support/catch.h"
#include "support/temporary_folder.h"

using namespace skillstow;

namespace {

void shell(const TemporaryFolder& folder, const std::string& lines) {
  const std::string script =
      "set -eu; cd '" + folder.path("") +
      "'; export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org "
      "GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org GIT_AUTHOR_DATE=2025-01-01T12:00:00Z "
      "GIT_COMMITTER_DATE=2025-01-01T12:00:00Z;" +
      lines;
  REQUIRE(std::system(script.c_str()) == 0);
}

// Two commits: "old" on the branch main and the tag v1, "new" on feature/x; "edited" in the working tree.
void make_repository(const TemporaryFolder& folder) {
  shell(
      folder,
      "git init -qb main repo; cd repo; mkdir -p skills/a; echo old > skills/a/SKILL.md; git add -A; git commit -qm 1;"
      "git tag v1; git checkout -qb feature/x; echo new > skills/a/SKILL.md; git commit -qam 2; git checkout -q main;"
      "git clone -q --bare . ../bare.git; echo edited > skills/a/SKILL.md");
}

OpenedSource opened(const std::string& text, const OpenOptions& options = {}) {
  INFO(text);
  auto source = open_source(text, options);
  if (!source) FAIL(source.error().message);
  return std::move(*source);
}

Error refused(const std::string& text, const OpenOptions& options = {}) {
  INFO(text);
  const auto source = open_source(text, options);
  REQUIRE_FALSE(source);
  return source.error();
}

std::string text_of(const OpenedSource& source, const std::string& path) {
  return source.tree->read(path, 100).value_or("none");
}

}  // namespace

TEST_CASE("a folder is read as it stands, a ref and a bare repository from what was committed") {
  const TemporaryFolder folder;
  make_repository(folder);
  const std::string repo = folder.path("repo");
  CHECK(text_of(opened(repo), "skills/a/SKILL.md") == "edited\n");
  CHECK(opened(repo).root == repo);
  CHECK(opened(repo).commit.empty());
  CHECK(text_of(opened(repo + "#main"), "skills/a/SKILL.md") == "old\n");
  CHECK(text_of(opened(repo + "#feature/x"), "skills/a/SKILL.md") == "new\n");
  const OpenedSource bare = opened(folder.path("bare.git"));
  CHECK(text_of(bare, "skills/a/SKILL.md") == "old\n");
  CHECK(bare.commit.size() == 40);
  CHECK(bare.root.empty());
  CHECK(bare.name == "bare");
  CHECK(bare.whole_repository);
  CHECK(text_of(opened("file://" + folder.path("bare.git") + "#v1"), "skills/a/SKILL.md") == "old\n");
  CHECK(text_of(opened("file://" + repo), "skills/a/SKILL.md") == "old\n");
}

TEST_CASE("a folder of a source is the root of what is read") {
  const TemporaryFolder folder;
  make_repository(folder);
  const std::string repo = folder.path("repo");
  OpenOptions inner;
  inner.path = "skills/a";
  for (const OpenedSource& source :
       {opened(repo + "#v1:skills/a"), opened(folder.path("bare.git"), inner), opened(repo + "/skills/a#v1")}) {
    CHECK(text_of(source, "SKILL.md") == "old\n");
    CHECK(source.path == "skills/a");
    CHECK(source.name == "a");
    CHECK_FALSE(source.whole_repository);
  }
  CHECK(opened(repo + "/skills/a#v1").origin == repo);
  const OpenedSource plain = opened(repo, inner);
  CHECK(text_of(plain, "SKILL.md") == "edited\n");
  CHECK(plain.root == repo + "/skills/a");
  inner.path = "skills/a/SKILL.md";
  CHECK(opened(folder.path("bare.git"), inner).only_root);
}

TEST_CASE("one repository has one identity, as a folder and as an address") {
  const TemporaryFolder folder;
  make_repository(folder);
  const std::string bare = folder.path("bare.git");
  CHECK(opened(bare).identity == opened("file://" + bare).identity);
  CHECK(opened("file://" + bare).origin == "file://" + bare);
  CHECK_FALSE(opened("file://" + bare).on_disk);
}

TEST_CASE("what cannot be opened is told by its kind") {
  const TemporaryFolder folder;
  make_repository(folder);
  shell(folder, "git init -q empty; mkdir plain; echo x > plain/notes.txt; ln -s /etc plain/out");
  const std::string repo = folder.path("repo");
  OpenOptions options;
  options.path = "none";
  CHECK(refused(folder.path("missing")).kind == ErrorKind::not_found);
  CHECK(refused(repo + "#none").kind == ErrorKind::ref_not_found);
  CHECK(refused(repo + "#v1:none").kind == ErrorKind::not_found);
  CHECK(refused(repo, options).kind == ErrorKind::not_found);
  CHECK(refused(folder.path("plain") + "#main").kind == ErrorKind::not_found);
  CHECK(refused(folder.path("plain/notes.txt")).kind == ErrorKind::not_regular);
  CHECK(refused("file://" + folder.path("empty")).kind == ErrorKind::not_found);
  options.path = "out";
  CHECK(refused(folder.path("plain"), options).kind == ErrorKind::outside);
  for (const char* path : {"../x", "/etc", "a/../../b", "-x"}) {
    options.path = path;
    CHECK(refused(repo, options).kind == ErrorKind::usage);
  }
}

TEST_CASE("two refs or two folders for one source are wrong usage") {
  const TemporaryFolder folder;
  make_repository(folder);
  OpenOptions options;
  options.ref = "feature/x";
  CHECK(refused(folder.path("repo") + "#main", options).kind == ErrorKind::usage);
  CHECK(text_of(opened(folder.path("repo"), options), "skills/a/SKILL.md") == "new\n");
  OpenOptions inner;
  inner.path = "skills";
  CHECK(refused(folder.path("repo") + "#main:skills/a", inner).kind == ErrorKind::usage);
}

TEST_CASE("a name that is a branch and a tag is refused") {
  const TemporaryFolder folder;
  make_repository(folder);
  shell(folder, "cd repo; git tag both; git branch both feature/x");
  const Error error = refused(folder.path("repo") + "#both");
  CHECK(error.kind == ErrorKind::usage);
  CHECK(error.help.find("refs/tags/both") != std::string::npos);
  CHECK(text_of(opened(folder.path("repo") + "#refs/heads/both"), "skills/a/SKILL.md") == "new\n");
}
