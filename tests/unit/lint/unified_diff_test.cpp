#include "lint/unified_diff.h"

#include "base/format.h"
#include "support/catch.h"

using namespace skillstow;

TEST_CASE("the same text has no hunks") { CHECK(unified_hunks("a\nb\n", "a\nb\n").empty()); }

TEST_CASE("three lines stand around a change") {
  CHECK(unified_hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") ==
        "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST_CASE("changes whose surroundings meet share a hunk, and others have their own") {
  CHECK(unified_hunks("a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n") ==
        "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n");
  CHECK(unified_hunks("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n") ==
        "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST_CASE("lines come and go") {
  CHECK(unified_hunks("a\nb\nc\n", "a\nc\n") == "@@ -1,3 +1,2 @@\n a\n-b\n c\n");
  CHECK(unified_hunks("", "a\nb\n") == "@@ -0,0 +1,2 @@\n+a\n+b\n");
  CHECK(unified_hunks("a\n", "") == "@@ -1 +0,0 @@\n-a\n");
}

TEST_CASE("a last line without an end is told") {
  CHECK(unified_hunks("a\nb", "a\nc") ==
        "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  CHECK(unified_hunks("a", "a\n") == "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST_CASE("a carriage return is a byte of its line") {
  CHECK(unified_hunks("a\r\nb\r\n", "a\nb\r\n") == "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\r\n");
}

TEST_CASE("where all of very many lines change, each stands against its own") {
  std::string before;
  std::string after;
  for (int i = 0; i < 20'000; ++i) {
    before += format("{}\r\n", i);
    after += format("{}\n", i);
  }
  const std::string hunks = unified_hunks(before, after);
  CHECK(hunks.starts_with("@@ -1,20000 +1,20000 @@\n-0\r\n"));
  CHECK(hunks.size() == before.size() + after.size() + 40'000 + std::string("@@ -1,20000 +1,20000 @@\n").size());
}

TEST_CASE("names stand in a diff as git writes them") {
  CHECK(diff_path("a/", "skills/x/SKILL.md") == "a/skills/x/SKILL.md");
  CHECK(diff_path("b/", "/home/x") == "b/home/x");
  CHECK(diff_path("a/", "x\ty\"") == "\"a/x\\011y\\\"\"");
}

TEST_CASE("a terminal gets no bytes that it could obey") {
  CHECK(diff_for_terminal("-a\x1B[2J\n+b\r\n", false) == "-a<U+001B>[2J\n+b<U+000D>\n");
  CHECK(diff_for_terminal("+b\n", true) == "\x1B[32m+b\x1B[0m\n");
}
