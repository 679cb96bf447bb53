#include "config/glob.h"

#include <string>

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("a pattern without a slash is held against each part") {
  CHECK(matches_glob("legacy", "legacy"));
  CHECK(matches_glob("legacy", "skills/legacy/x"));
  CHECK(matches_glob("leg*", "skills/legacy/x"));
  CHECK_FALSE(matches_glob("legacy", "skills/legacy-2/x"));
}

TEST_CASE("a pattern with a slash starts at the root, and takes all below what it matches") {
  CHECK(matches_glob("skills/a", "skills/a"));
  CHECK(matches_glob("skills/a", "skills/a/deep/er"));
  CHECK(matches_glob("./skills/a/", "skills/a"));
  CHECK_FALSE(matches_glob("skills/a", "more/skills/a"));
  CHECK_FALSE(matches_glob("skills/a", "skills"));
}

TEST_CASE("a star stays in its part, two stars take whole parts") {
  CHECK(matches_glob("skills/*/x", "skills/a/x"));
  CHECK_FALSE(matches_glob("skills/*/x", "skills/a/b/x"));
  CHECK(matches_glob("skills/**/x", "skills/a/b/x"));
  CHECK(matches_glob("skills/**/x", "skills/x"));
  CHECK(matches_glob("**/x", "x"));
  CHECK(matches_glob("**", "any/thing"));
  CHECK(matches_glob("a/**/b/**/c", "a/1/b/2/b/3/c"));
  CHECK(matches_glob("a?c/x", "abc/x"));
  CHECK_FALSE(matches_glob("a?c/x", "ac/x"));
}

TEST_CASE("patterns made to be slow are not") {
  const std::string text(20'000, 'a');
  CHECK_FALSE(matches_glob("*a*a*a*a*a*a*a*a*b", text));
  std::string path = "a";
  for (int i = 0; i < 5'000; ++i) path += "/a";
  CHECK_FALSE(matches_glob("**/a/**/a/**/a/**/b", path));
}

TEST_CASE("an empty pattern matches nothing") {
  CHECK_FALSE(matches_glob("", "a"));
  CHECK_FALSE(matches_glob("/", "a"));
}
