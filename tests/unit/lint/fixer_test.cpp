#include "lint/fixer.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

Diagnostic with_fix(std::uint32_t offset, std::uint32_t length, std::string text, bool safe = true) {
  Diagnostic finding;
  finding.location.file = "SKILL.md";
  finding.fixes.push_back({"mend it", {{Span{offset, length}, std::move(text)}}, safe});
  return finding;
}

}  // namespace

TEST_CASE("edits go in from the front, and all other bytes stay") {
  const FixedText fixed =
      apply_fixes("SKILL.md", "one two\r\nthree", {with_fix(4, 3, "2"), with_fix(0, 3, "1"), with_fix(14, 0, "!")});
  CHECK(fixed.text == "1 2\r\nthree!");
  CHECK(fixed.applied.size() == 3);
}

TEST_CASE("of fixes that overlap the first wins") {
  const FixedText fixed =
      apply_fixes("SKILL.md", "abcdef", {with_fix(1, 3, "X"), with_fix(2, 1, "Y"), with_fix(1, 0, "Z")});
  CHECK(fixed.text == "aXef");
  CHECK(fixed.applied.size() == 1);
}

TEST_CASE("unsafe fixes, other files and places outside the text are left alone") {
  CHECK(apply_fixes("SKILL.md", "abc", {with_fix(0, 1, "x", false)}).applied.empty());
  CHECK(apply_fixes("other.md", "abc", {with_fix(0, 1, "x")}).applied.empty());
  CHECK(apply_fixes("SKILL.md", "abc", {with_fix(2, 9, "x")}).text == "abc");
}

TEST_CASE("a difference shows the changed lines alone") {
  CHECK(line_diff("a\nb\nc\n", "a\nx\ny\nc\n") == "- 2 | b\n+ 2 | x\n+ 3 | y\n");
  CHECK(line_diff("a\r\n", "a\n").find("bytes that do not show") != std::string::npos);
}
