#include "fetch/source_spec.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("a source is a folder, as it is written or below the home") {
  CHECK(parse_source("./skills", "/home/ann")->path == "./skills");
  CHECK(parse_source("skills/a", "/home/ann")->path == "skills/a");
  CHECK(parse_source("/srv/skills", "/home/ann")->path == "/srv/skills");
  CHECK(parse_source("My Projekte/Ünser", "")->path == "My Projekte/Ünser");
  CHECK(parse_source("~/skills", "/home/ann")->path == "/home/ann/skills");
  CHECK(parse_source("~", "/home/ann")->path == "/home/ann");
  CHECK(parse_source("~/skills", "/home/ann")->text == "~/skills");
  CHECK(parse_source("~other/skills", "/home/ann")->path == "~other/skills");
}

TEST_CASE("what names no folder is wrong usage, with what to do") {
  for (const char* text : {"", "  ", "https://example.org/owner/repo", "ssh://git@example.org/x.git",
                           "file:///srv/x.git", "git@example.org:owner/repo.git"}) {
    INFO(text);
    const auto spec = parse_source(text, "/home/ann");
    REQUIRE_FALSE(spec);
    CHECK(spec.error().kind == ErrorKind::usage);
    CHECK_FALSE(spec.error().help.empty());
  }
  CHECK_FALSE(parse_source("~/skills", ""));
}
