#include "facts/words.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

TEST_CASE("a word is what stands between white space and has a letter or digit") {
  CHECK(count_words("") == 0);
  CHECK(count_words("one two  three\n") == 3);
  CHECK(count_words("## Title - 1. `code span` **bold** --- |") == 5);  // Title 1. `code span` **bold**
  CHECK(count_words("e.g. well-known a_b _ __") == 5);                  // underscores are word characters
  CHECK(count_words("na\xC3\xAFve\xC2\xA0text \xE2\x86\x92 \xE4\xBD\xA0\xE5\xA5\xBD\xE3\x80\x80\xE4\xB8\x96") == 4);
}

TEST_CASE("frontmatter and fenced blocks are no instructions") {
  const Skill skill = skill_of(
      "---\nname: tides\ndescription: Prints tide tables.\n---\n"
      "# Tides\n\nRead it.\n\n```sh\necho not counted\n```\n\n- last `one`\n\n    indented code counts\n");
  CHECK(count_words(skill) == 1 + 2 + 2 + 3);
  CHECK(count_lines(skill) == 15);
}

TEST_CASE("lines of files without a final line end, and of empty ones") {
  CHECK(count_lines(skill_of("---\nname: a\n---\nText")) == 4);
  CHECK(count_lines(skill_of("---\r\nname: a\r\n---\r\n")) == 3);
  CHECK(count_lines(Skill{}) == 0);
}
