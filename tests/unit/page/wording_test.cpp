#include "page/wording.h"

#include "facts/sections.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using skillstow::test::skill_of;

TEST_CASE("numbers are shortened as directories print them", "[wording]") {
  CHECK(compact(588) == "588");
  CHECK(compact(999) == "999");
  CHECK(compact(2000) == "2k");
  CHECK(compact(2352) == "2.4k");
  CHECK(compact(7749) == "7.7k");
  CHECK(compact(24'049) == "24k");
  CHECK(compact(1'250'000) == "1.3M");
}

TEST_CASE("the summary is the description's first sentence, in its own words", "[wording]") {
  CHECK(first_sentence("Reads tables. Use when asked.") == "Reads tables.");
  CHECK(first_sentence("Formats e.g. dates and v1.2 files for Node.js. More.") ==
        "Formats e.g. dates and v1.2 files for Node.js.");
  CHECK(first_sentence("calls execute_code_sandbox and\n  write_file") == "calls execute_code_sandbox and write_file");
  CHECK(first_sentence("读取表格。用于报告。") == "读取表格。");
  CHECK(first_sentence("one two three four", 9) == "one two…");
  CHECK(first_sentence("").empty());
}

TEST_CASE("the title is the first heading, else the name in words", "[wording]") {
  const Skill headed = skill_of("---\nname: pdf-forms\n---\n## Later\n# Fill PDF forms\n");
  CHECK(title_of(headed, find_sections(headed)) == "Fill PDF forms");
  const Skill plain = skill_of("---\nname: pdf-forms\n---\nText.\n");
  CHECK(title_of(plain, find_sections(plain)) == "Pdf Forms");
}

TEST_CASE("a repository is named as people name it", "[wording]") {
  CHECK(repository_name("https://github.com/owner/repo") == "owner/repo");
  CHECK(repository_name("https://gitlab.com/owner/repo") == "gitlab.com/owner/repo");
}
