#include "fetch/source_spec.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

// What is on the disk here: two folders.
SourceContext context() {
  return {"/home/ann", [](const std::string& path) { return path == "skills/local" || path == "My Projekte/Ünser"; }};
}

SourceSpec parsed(const std::string& text) {
  INFO(text);
  const auto spec = parse_source(text, context());
  if (!spec) FAIL(spec.error().message);
  return *spec;
}

Error refused(const std::string& text) {
  INFO(text);
  const auto spec = parse_source(text, context());
  REQUIRE_FALSE(spec);
  CHECK_FALSE(spec.error().message.empty());
  return spec.error();
}

struct Repository {
  const char* text;
  SourceSpec::Kind kind;
  const char* host;
  const char* repository;
  const char* ref;
  const char* path;
};

}  // namespace

TEST_CASE("a folder is a path, or any name that is on the disk") {
  for (const char* path : {".", "..", "./skills", "../pack", "/srv/pack", "C:\\Users\\demo\\pack", "D:/pack",
                           "skills/local", "My Projekte/Ünser", "~other/skills"}) {
    const SourceSpec spec = parsed(path);
    CHECK(spec.kind == SourceSpec::Kind::local);
    CHECK(spec.path == path);
    CHECK(spec.text == path);
  }
  CHECK(parsed("~/skills").path == "/home/ann/skills");
  CHECK(parsed("~").path == "/home/ann");
  CHECK(parsed("~/skills").text == "~/skills");
  CHECK_FALSE(parse_source("~/skills", {}));
}

TEST_CASE("a folder that looks like owner/repo is the folder, and that is said") {
  CHECK(parsed("skills/local").warning.find("https://github.com/skills/local") != std::string::npos);
  CHECK(parsed("./skills").warning.empty());
}

TEST_CASE("of a local repository a ref and a folder in it can be named") {
  const SourceSpec spec = parsed("./pack#feature/x:skills/a");
  CHECK(spec.path == "./pack");
  CHECK(spec.ref == "feature/x");
  CHECK(spec.within == "skills/a");
  CHECK(parsed("skills/local#v1").path == "skills/local");
  CHECK(refused("./pack#").kind == ErrorKind::usage);
  CHECK(refused("./pack#a..b").kind == ErrorKind::usage);
  CHECK(refused("./pack#main:../x").kind == ErrorKind::usage);
}

TEST_CASE("addresses of repositories") {
  using Kind = SourceSpec::Kind;
  const Repository rows[] = {
      {"demo/pack", Kind::https, "github.com", "demo/pack", "", ""},
      {"demo/pack/", Kind::https, "github.com", "demo/pack", "", ""},
      {"demo/pack#develop", Kind::https, "github.com", "demo/pack", "develop", ""},
      {"demo/pack#feature/x", Kind::https, "github.com", "demo/pack", "feature/x", ""},
      {"demo/pack#pkg@1.0.0", Kind::https, "github.com", "demo/pack", "pkg@1.0.0", ""},
      {"demo/pack#main:skills/a", Kind::https, "github.com", "demo/pack", "main", "skills/a"},
      {"demo/pack/skills/trip-plan", Kind::https, "github.com", "demo/pack", "", "skills/trip-plan"},
      {"demo/pack/skills/a/SKILL.md", Kind::https, "github.com", "demo/pack", "", "skills/a"},
      {"github:demo/pack", Kind::https, "github.com", "demo/pack", "", ""},
      {"gitlab:group/sub/pack#v1", Kind::https, "gitlab.com", "group/sub/pack", "v1", ""},
      {"https://github.com/demo/pack/", Kind::https, "github.com", "demo/pack", "", ""},
      {"https://www.github.com/demo/pack.git", Kind::https, "github.com", "demo/pack", "", ""},
      {"https://github.com/demo/my.pack", Kind::https, "github.com", "demo/my.pack", "", ""},
      {"https://github.com/demo/pack#v2", Kind::https, "github.com", "demo/pack", "v2", ""},
      {"https://github.com/demo/pack/tree/main/skills/a?tab=readme", Kind::https, "github.com", "demo/pack", "main",
       "skills/a"},
      {"https://github.com/demo/pack/blob/main/skills/a/SKILL.md#L3-L9", Kind::https, "github.com", "demo/pack", "main",
       "skills/a"},
      {"https://github.com/demo/pack/tree/main/a%20b", Kind::https, "github.com", "demo/pack", "main", "a b"},
      {"https://raw.githubusercontent.com/demo/pack/main/skills/a/SKILL.md", Kind::https, "github.com", "demo/pack",
       "main", "skills/a"},
      {"https://raw.githubusercontent.com/demo/pack/refs/heads/main/a/SKILL.md", Kind::https, "github.com", "demo/pack",
       "main", "a"},
      {"https://github.com/demo/pack/commit/0123456789abcdef", Kind::https, "github.com", "demo/pack",
       "0123456789abcdef", ""},
      {"https://github.com/demo/pack/releases/tag/v1.0", Kind::https, "github.com", "demo/pack", "v1.0", ""},
      {"https://gitlab.com/group/sub/pack", Kind::https, "gitlab.com", "group/sub/pack", "", ""},
      {"https://gitlab.example.com/group/sub/pack/-/tree/main/skills?ref_type=heads", Kind::https, "gitlab.example.com",
       "group/sub/pack", "main", "skills"},
      {"https://gitlab.com/g/pack/-/raw/main/a/SKILL.md?ref_type=heads", Kind::https, "gitlab.com", "g/pack", "main",
       "a"},
      {"https://gitlab.com/g/pack/tree/main/a", Kind::https, "gitlab.com", "g/pack", "main", "a"},
      {"https://bitbucket.org/demo/pack/src/main/skills/a/", Kind::https, "bitbucket.org", "demo/pack", "main",
       "skills/a"},
      {"https://bitbucket.org/demo/pack/src/0a1b2c/skills/a?at=feature%2Fx", Kind::https, "bitbucket.org", "demo/pack",
       "feature/x", "skills/a"},
      {"https://codeberg.org/demo/pack/src/branch/main/skills/a", Kind::https, "codeberg.org", "demo/pack", "main",
       "skills/a"},
      {"https://git.example.com/demo/pack/src/tag/v1/skills/a/SKILL.md", Kind::https, "git.example.com", "demo/pack",
       "v1", "skills/a"},
      {"https://git.example.com/demo/pack/src/commit/0a1b2c/a", Kind::https, "git.example.com", "demo/pack", "0a1b2c",
       "a"},
      {"https://ghe.example.com:8443/demo/pack/tree/main/a", Kind::https, "ghe.example.com", "demo/pack", "main", "a"},
      {"https://git.example.com/r", Kind::https, "git.example.com", "r", "", ""},
      {"https://evil.example/github.com/o/r", Kind::https, "evil.example", "github.com/o/r", "", ""},
      {"https://dev.azure.com/org/project/_git/pack?path=/skills/a&version=GBfeature/x", Kind::https, "dev.azure.com",
       "org/project/_git/pack", "feature/x", "skills/a"},
      {"https://git.sr.ht/~ann/pack/tree/main/item/skills/a", Kind::https, "git.sr.ht", "~ann/pack", "main",
       "skills/a"},
      {"http://127.0.0.1:8080/o/r.git", Kind::http, "127.0.0.1", "o/r", "", ""},
      {"git@github.com:demo/pack.git", Kind::ssh, "github.com", "demo/pack", "", ""},
      {"git@git.example.com:team/pack.git#main:plugins/common", Kind::ssh, "git.example.com", "team/pack", "main",
       "plugins/common"},
      {"ssh://git@git.example.com:2222/team/pack.git#v1", Kind::ssh, "git.example.com", "team/pack", "v1", ""},
      {"file:///srv/pack.git#v1:skills/a", Kind::file, "", "/srv/pack.git", "v1", "skills/a"},
  };
  for (const Repository& row : rows) {
    INFO(row.text);
    const SourceSpec spec = parsed(row.text);
    CHECK(spec.kind == row.kind);
    CHECK(spec.form == SourceSpec::Form::repository);
    CHECK(spec.host == row.host);
    CHECK(spec.repository == row.repository);
    CHECK(spec.ref == row.ref);
    CHECK(spec.path == row.path);
    CHECK(spec.skill.empty());
  }
  CHECK(parsed("ssh://git@git.example.com:2222/team/pack.git").port == 2222);
  CHECK(parsed("demo/pack/skills/a/SKILL.md").manifest);
  CHECK_FALSE(parsed("demo/pack/skills/a").manifest);
}

TEST_CASE("what is fetched is the repository alone") {
  CHECK(parsed("demo/pack#v1").address == "https://github.com/demo/pack.git");
  CHECK(parsed("https://gitlab.example.com/g/s/p/-/tree/main/x").address == "https://gitlab.example.com/g/s/p.git");
  CHECK(parsed("https://git.example.com:8443/a/b").address == "https://git.example.com:8443/a/b");
  CHECK(parsed("https://www.github.com/demo/pack?x=1").address == "https://github.com/demo/pack.git");
  CHECK(parsed("git@example.com:a/b.git#v1").address == "git@example.com:a/b.git");
  CHECK(parsed("ssh://git@example.com:22/a/b.git").address == "ssh://git@example.com:22/a/b.git");
}

TEST_CASE("a record names a source so that it is read the same again") {
  for (const char* text : {"demo/pack#v1", "https://gitlab.com/g/s/p.git", "git@example.com:a/b.git",
                           "file:///srv/x.git", "ssh://git@example.com:2222/a/b.git", "https://git.example.com/a/b.git",
                           "https://example.com/dist/a.skill", "https://example.com"}) {
    const SourceSpec first = parsed(text);
    const SourceSpec again = parsed(canonical_source(first));
    CHECK(again.address == first.address);
    CHECK(again.form == first.form);
    CHECK(canonical_source(again) == canonical_source(first));
  }
  CHECK(canonical_source(parsed("demo/pack")) == "https://github.com/demo/pack");
  CHECK(canonical_source(parsed("./x")).empty());
}

TEST_CASE("one repository has one identity, however it is written") {
  const std::string identity = source_identity(parsed("Demo/Pack"));
  CHECK(identity == "github.com/demo/pack");
  for (const char* text : {"demo/pack#v1", "https://github.com/demo/pack.git", "git@github.com:demo/pack.git",
                           "ssh://git@github.com/demo/pack", "https://github.com/demo/pack/tree/main/x"}) {
    CHECK(source_identity(parsed(text)) == identity);
  }
  CHECK(source_identity(parsed("https://github.com/demo/other")) != identity);
  CHECK(source_identity(parsed("https://github.com:8443/demo/pack")) != identity);
}

TEST_CASE("@ chooses a skill, and a version there is worth a word") {
  CHECK(parsed("demo/pack@trip-plan").skill == "trip-plan");
  CHECK(parsed("demo/pack@trip-plan").warning.empty());
  CHECK(parsed("demo/pack@trip-plan#v1").ref == "v1");
  for (const char* text : {"demo/pack@v1.2", "demo/pack@1.0.3", "demo/pack@main", "demo/pack@latest"}) {
    CHECK(parsed(text).warning.find("demo/pack#") != std::string::npos);
  }
  refused("demo/pack@");
  refused("demo/pack@a/b");
}

TEST_CASE("packages and indexes of a web site") {
  using Form = SourceSpec::Form;
  CHECK(parsed("https://example.com/dist/a.skill").form == Form::package);
  CHECK(parsed("https://example.com/a.ZIP?token=1").address == "https://example.com/a.ZIP?token=1");
  CHECK(parsed("https://github.com/o/r/releases/download/v1/a.tar.gz").form == Form::package);
  CHECK(parsed("https://github.com/o/r/archive/refs/heads/main.zip").form == Form::package);
  CHECK(parsed("https://github.com/o/my.skill").form == Form::repository);
  CHECK(parsed("https://example.com").form == Form::index);
  CHECK(parsed("https://example.com/").address == "https://example.com/.well-known/agent-skills/index.json");
  CHECK(parsed("https://example.com/docs/.well-known/agent-skills/index.json").address ==
        "https://example.com/docs/.well-known/agent-skills/index.json");
}

TEST_CASE("what is not clear or not safe is refused with what to do") {
  for (const char* text : {"",
                           "  ",
                           "demo",
                           "https://github.com/demo",
                           "https://github.com",
                           "demo/../pack",
                           "--upload-pack=x",
                           "-x/y",
                           "ext::sh -c id",
                           "git://example.com/a/b",
                           "http://example.com/a/b",
                           "ftp://example.com/a",
                           "https://github.com/o/r/issues/1",
                           "https://github.com/o/r/blob/main/README.md",
                           "git@example.com:",
                           "demo/pack#",
                           "demo/pack#-x",
                           "file://server/share",
                           "gitlab:one",
                           "dist/a.zip"}) {
    const Error error = refused(text);
    CHECK((error.kind == ErrorKind::usage || error.kind == ErrorKind::not_found));
  }
}

TEST_CASE("an ambiguous source names its choices") {
  const Error error = refused("github.com/demo/pack");
  CHECK(error.help.find("https://github.com/demo/pack") != std::string::npos);
  CHECK(error.help.find("./github.com/demo/pack") != std::string::npos);
}

TEST_CASE("addresses that mean something else to a program further down are refused") {
  for (const char* text : {"https://exa mple.com/a/b", "https://example.com/a/../b", "https://example.com/a/%2e%2e/b",
                           "https://example.com/a/-b", "https://-example.com/a/b", "https://example.com/a%00/b",
                           "https://example.com/a%0ab/c", "https://example.com/a/b'c", "ssh://git@example.com/a/\"b",
                           "ssh://-oProxy@x/a", "ssh://git@example.com/a\\b", "https://example.com:0/a/b",
                           "https://example.com:99999/a/b", "https://éxample.com/a/b", "git@example.com:a/'b'"}) {
    CHECK(refused(text).kind == ErrorKind::usage);
  }
}

TEST_CASE("no message repeats a secret of an address") {
  for (const char* text : {"https://ann:s3cret@example.com/a/b", "https://s3cret@example.com/a/b",
                           "ssh://ann:s3cret@example.com/a/b", "https://ann:s3cret@example.com:x/a"}) {
    const Error error = refused(text);
    CHECK((error.path + error.message + error.help).find("s3cret") == std::string::npos);
  }
}
