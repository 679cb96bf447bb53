#include "install/contents.h"

#include <algorithm>

#include <sys/stat.h>

#include "base/sha256.h"
#include "scene.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<std::string> paths_of(const Contents& contents) {
  std::vector<std::string> paths;
  for (const ContentFile& content : contents.files) paths.push_back(content.file.path);
  return paths;
}

std::vector<std::string> left_out(const Contents& contents) {
  std::vector<std::string> paths;
  for (const LeftOut& left : contents.left_out) paths.push_back(left.path);
  return paths;
}

Contents gather(const Scene& scene, const std::string& folder = "") {
  return gather_contents(FolderTree(scene.at("source")), folder, "SKILL.md");
}

using Paths = std::vector<std::string>;

}  // namespace

TEST_CASE("a skill's files come along, junk and secrets stay behind and are told") {
  Scene scene;
  for (const char* path :
       {"SKILL.md", ".env.example", "templates/.prettierrc", "pkg/__init__.py", "metadata.json", ".DS_Store", ".env",
        "node_modules/a/b.js", "scripts/__pycache__/x.pyc", "references/.a.md.swp"}) {
    scene.write(std::string("source/keep/") + path, "x\n");
  }
  scene.write("source/keep/scripts/run", "#!/bin/sh\n", 0775);
  scene.write("source/keep/server.pem", "-----BEGIN RSA PRIVATE KEY-----\n");
  scene.write("source/keep/ca.pem", "-----BEGIN CERTIFICATE-----\n");
  const Contents contents = gather(scene, "keep");
  CHECK(paths_of(contents) == Paths{".env.example", "SKILL.md", "ca.pem", "metadata.json", "pkg/__init__.py",
                                    "scripts/run", "templates/.prettierrc"});
  CHECK(left_out(contents) ==
        Paths{".DS_Store", ".env", "node_modules/", "references/.a.md.swp", "scripts/__pycache__/", "server.pem"});
  CHECK(contents.problems.empty());
  CHECK(contents.files[5].file.form == FileForm::executable);
  CHECK(contents.files[1].file == RecordedFile{"SKILL.md", FileForm::plain, sha256_hex("x\n")});
  CHECK(contents.files[1].from == "keep/SKILL.md");
}

TEST_CASE("links that stay inside the skill are kept as links") {
  Scene scene;
  scene.write("source/s/SKILL.md", "x");
  scene.write("source/s/references/real.md", "x");
  scene.link("source/s/references/alias.md", "real.md");
  scene.link("source/s/again.md", "references/alias.md");
  scene.link("source/s/folder", "./references/../references");
  scene.link("source/s/up/skill", "../SKILL.md");
  scene.link("source/s/through", "folder/real.md");
  const Contents contents = gather(scene, "s");
  CHECK(contents.problems.empty());
  CHECK(paths_of(contents) ==
        Paths{"SKILL.md", "again.md", "folder", "references/alias.md", "references/real.md", "through", "up/skill"});
  CHECK(contents.files[3].file == RecordedFile{"references/alias.md", FileForm::link, "real.md"});
}

TEST_CASE("links that leave the skill are problems, in whatever way they do it") {
  Scene scene;
  scene.write("source/s/SKILL.md", "x");
  scene.write("source/outside.txt", "secret");
  scene.write("source/s/a/b/file", "x");
  scene.link("source/s/absolute", "/etc/hostname");
  scene.link("source/s/inside-but-absolute", scene.at("source/s/SKILL.md"));
  scene.link("source/s/up", "../outside.txt");
  scene.link("source/s/chain", "up");
  scene.link("source/s/root", ".");
  scene.link("source/s/root-up", "root/../outside.txt");  // as text it stays inside, on disk it does not
  scene.link("source/s/a/deep", "b/../../../outside.txt");
  const Contents contents = gather(scene, "s");
  Paths problems;
  for (const ContentProblem& problem : contents.problems) {
    INFO(problem.path << ": " << problem.message);
    CHECK(problem.kind == ContentProblem::Kind::escapes);
    problems.push_back(problem.path);
  }
  std::sort(problems.begin(), problems.end());
  CHECK(problems == Paths{"a/deep", "absolute", "chain", "inside-but-absolute", "root-up", "up"});
  CHECK(paths_of(contents) == Paths{"SKILL.md", "a/b/file"});
}

TEST_CASE("links that lead to nothing, in a circle or to junk are left out") {
  Scene scene;
  scene.write("source/s/SKILL.md", "x");
  scene.write("source/s/.env", "x");
  scene.link("source/s/nothing", "gone.md");
  scene.link("source/s/circle", "circle2");
  scene.link("source/s/circle2", "circle");
  scene.link("source/s/secret", ".env");
  scene.link("source/s/self", ".");
  scene.link("source/s/deep/up", "../deep");
  scene.link("source/s/node_modules", "../../node_modules");
  const Contents contents = gather(scene, "s");
  CHECK(contents.problems.empty());
  CHECK(paths_of(contents) == Paths{"SKILL.md"});
  CHECK(left_out(contents) ==
        Paths{".env", "circle", "circle2", "deep/up", "node_modules", "nothing", "secret", "self"});
}

TEST_CASE("a SKILL.md that is a link to a file of the skill is copied as that file") {
  Scene scene;
  scene.write("source/s/docs/skill.txt", "text");
  scene.link("source/s/SKILL.md", "docs/skill.txt");
  const Contents contents = gather(scene, "s");
  REQUIRE(contents.files.size() == 2);
  CHECK(contents.files[0].file == RecordedFile{"SKILL.md", FileForm::plain, sha256_hex("text")});
  CHECK(contents.files[0].from == "s/docs/skill.txt");
}

TEST_CASE("FIFOs and names that could lead elsewhere are problems") {
  Scene scene;
  scene.write("source/s/SKILL.md", "x");
  scene.write("source/s/a\\b.md", "x");
  scene.write("source/s/new\nline", "x");
  scene.write("source/s/bad\xFF", "x");
  REQUIRE(::mkfifo(scene.at("source/s/pipe").c_str(), 0644) == 0);
  const Contents contents = gather(scene, "s");
  CHECK(contents.problems.size() == 4);
  for (const ContentProblem& problem : contents.problems) {
    CHECK(problem.kind == (problem.path == "pipe" ? ContentProblem::Kind::unreadable : ContentProblem::Kind::unsafe));
  }
  CHECK(paths_of(contents) == Paths{"SKILL.md"});
}

TEST_CASE("a skill that is a whole repository brings what it names, not the repository") {
  Scene scene;
  scene.write("source/SKILL.md",
              "Read [the guide](docs/linked.md), then run `tools/go.sh`. Data is in `tables/`.\n"
              "See [with blanks](my%20notes/a%20b.md).\n");
  for (const char* path : {"references/guide.md", "scripts/run.sh", "assets/a.png", "docs/unlinked.md", "tools/go.sh",
                           "tools/other.sh", "tables/x/1.csv", "tables/2.csv", "my notes/a b.md", "src/app.ts",
                           "package-lock.json", ".github/workflows/ci.yml", "LICENSE", "README.md", "docs/second.md"}) {
    scene.write(std::string("source/") + path, "x\n");
  }
  scene.write("source/docs/linked.md", "And [second](second.md).\n");
  const Contents contents = gather(scene);
  CHECK(paths_of(contents) == Paths{"LICENSE", "SKILL.md", "assets/a.png", "docs/linked.md", "docs/second.md",
                                    "my notes/a b.md", "references/guide.md", "scripts/run.sh", "tables/2.csv",
                                    "tables/x/1.csv", "tools/go.sh"});
  CHECK(left_out(contents) ==
        Paths{".github/", "README.md", "docs/unlinked.md", "package-lock.json", "src/", "tools/other.sh"});
}

TEST_CASE("what a README names does not come along, though the README does") {
  Scene scene;
  scene.write("source/SKILL.md", "See README.md.\n");
  scene.write("source/README.md", "The code is in [app](src/app.ts).\n");
  scene.write("source/src/app.ts", "x");
  scene.write("source/.git/HEAD", "ref: refs/heads/main\n");
  const Contents contents = gather(scene);
  CHECK(paths_of(contents) == Paths{"README.md", "SKILL.md"});
  CHECK(left_out(contents) == Paths{".git/", "src/"});
}

TEST_CASE("a folder without the marks of a repository comes whole") {
  Scene scene;
  scene.write("source/SKILL.md", "Text.\n");
  scene.write("source/lib/a.py", "x");
  scene.write("source/package.json", "{}");
  scene.write("source/examples/other/SKILL.md", "an example");
  CHECK(paths_of(gather(scene)) == Paths{"SKILL.md", "examples/other/SKILL.md", "lib/a.py", "package.json"});
}
