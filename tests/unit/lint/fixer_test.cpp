#include "lint/fixer.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using test::skill_of;

namespace {

constexpr std::string_view k_head = "---\nname: example\ndescription: Formats tide tables. Use when asked.\n---\n\n";

Skill skill_below(std::string_view body) { return skill_of(std::string(k_head) + std::string(body)); }

Diagnostic with_fix(std::size_t offset, std::size_t length, std::string text, bool safe = true) {
  Diagnostic finding;
  finding.rule = "made-up";
  finding.location.file = "SKILL.md";
  finding.fixes.push_back({"Mend it", {{span_between(offset, offset + length), std::move(text)}}, safe});
  return finding;
}

std::string fixed(const Skill& skill, const std::vector<Diagnostic>& findings, std::size_t expected) {
  std::vector<const Diagnostic*> all;
  for (const Diagnostic& finding : findings) all.push_back(&finding);
  std::vector<const Diagnostic*> taken;
  const Skill after = with_fixes(skill, all, &taken);
  CHECK(taken.size() == expected);
  return std::string(after.body());
}

Mended mended(std::string_view text, bool unsafe = false) {
  FixChoice choice;
  choice.unsafe = unsafe;
  return mend(skill_of(text), choice);
}

}  // namespace

TEST_CASE("edits go in from the front, and all other bytes stay") {
  const std::size_t at = k_head.size();
  const Skill skill = skill_below("one two\r\nthree");
  CHECK(fixed(skill, {with_fix(at + 4, 3, "2"), with_fix(at, 3, "1"), with_fix(at + 14, 0, "!")}, 3) ==
        "\n1 2\r\nthree!");
}

TEST_CASE("of fixes that overlap the first wins") {
  const std::size_t at = k_head.size();
  const Skill skill = skill_below("abcdef");
  CHECK(fixed(skill, {with_fix(at + 1, 3, "X"), with_fix(at + 2, 1, "Y"), with_fix(at + 1, 0, "Z")}, 1) == "\naXef");
}

TEST_CASE("a fix outside the text is left out whole") {
  Diagnostic finding = with_fix(k_head.size(), 1, "x");
  finding.fixes.front().edits.push_back({span_between(5000, 5001), "y"});
  CHECK(fixed(skill_below("abc"), {finding}, 0) == "\nabc");
}

TEST_CASE("comments, order, quotes and line ends around an edit stay as they are") {
  const Mended result = mended(
      "---\r\n# ours\r\nname: 'example'  # the folder's\r\ndescription: Groups commits: features, fixes\r\n"
      "# below\r\nlicense: \"MIT\"\r\n---\r\n\r\n# Notes\r\n\r\nText.\r\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after ==
        "---\r\n# ours\r\nname: 'example'  # the folder's\r\ndescription: \"Groups commits: features, fixes\"\r\n"
        "# below\r\nlicense: \"MIT\"\r\n---\r\n\r\n# Notes\r\n\r\nText.\r\n");
}

TEST_CASE("a line that is put in has the line end of its file") {
  const Mended result =
      mended("---\r\ndescription: Formats tide tables. Use when asked.\r\n---\r\n\r\nRead the table.\r\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after.starts_with("---\r\nname: example\r\ndescription:"));
}

TEST_CASE("a fix makes room for the next one") {
  const Mended result = mended("\xEF\xBB\xBF\n---\nname: Example\ndescription: Groups: features\n---\n\nText.\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after == "---\nname: example\ndescription: \"Groups: features\"\n---\n\nText.\n");
  CHECK(result.fixes.size() == 4);
  CHECK(mend(result.skill).files.empty());
}

TEST_CASE("unsafe fixes wait until they are asked for") {
  const std::string_view text =
      "---\nname: tides\ndescription: Formats tide tables. Use when asked.\n---\n\nRead the table.\n";
  CHECK(mended(text).files.empty());
  const Mended result = mended(text, true);
  REQUIRE(result.fixes.size() == 1);
  CHECK_FALSE(result.fixes[0].safe);
  CHECK(result.skill.name() == "example");
}

TEST_CASE("only the rules that were named are fixed") {
  FixChoice choice;
  choice.rules = {"name-chars"};
  const Mended result = mend(
      skill_of(
          "---\nname: Example\ndescription: Formats tables. Use when asked.\nallowed-tools: [Read]\n---\n\nRead.\n"),
      choice);
  REQUIRE(result.fixes.size() == 1);
  CHECK(result.fixes[0].rule == "name-chars");
}

TEST_CASE("links and scripts in other files of the skill are fixed there") {
  const Mended result = mended(
      "---\nname: example\ndescription: Formats tide tables. Use when asked.\n---\n\n[Guide](references/guide.md)\n"
      "=== references/guide.md ===\nSee [the words](Words.md#x).\n=== references/words.md ===\n# X\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].file == "references/guide.md");
  CHECK(result.files[0].after == "See [the words](words.md#x).\n");
}

TEST_CASE("steps are numbered anew, unless some text names one by its number") {
  const std::string head = "---\nname: example\ndescription: Formats tide tables. Use when asked.\n---\n\n";
  const std::string steps = "## Step 1: Read\n\nRead.\n\n## Step 3: Write\n\nWrite.\n\n## Step 4: Print\n\nPrint.\n";
  const Mended result = mended(head + steps);
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after == head +
                                     "## Step 1: Read\n\nRead.\n\n## Step 2: Write\n\nWrite.\n\n"
                                     "## Step 3: Print\n\nPrint.\n");
  CHECK(mended(head + steps + "\nGo back to step 3.\n").files.empty());
  CHECK(mended(head + steps + "\nSee [above](#step-3-write).\n").files.empty());
  CHECK(mended(head + steps + "\n### 3.1 Look\n\nLook.\n").files.empty());
  CHECK(mended(head + steps + "=== notes.md ===\nAfter step three.\n").files.empty());
  CHECK(mended(head + "## Step 1: Read\n\nRead.\n\n## Step 1: Write\n\nWrite.\n").files.empty());
  CHECK(mended(head + "## Step 1: Read\n\nRead.\n\n## Step 2a: Look\n\nLook.\n\n## Step 4: Write\n\nWrite.\n", true)
            .files.empty());
}

TEST_CASE("a comment below a value that needs quotes stays a comment") {
  const Mended result = mended(
      "---\nname: example\ndescription: Groups commits: features\n  and fixes\n# ours\n# too\nlicense: "
      "MIT\n---\n\nText.\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after ==
        "---\nname: example\ndescription: \"Groups commits: features and fixes\"\n# ours\n# too\nlicense: "
        "MIT\n---\n\nText.\n");
}

TEST_CASE("a block that is never closed ends behind its last field where a heading follows") {
  const Mended result = mended(
      "---\nname: example\ndescription: Formats tide tables. Use when asked.\n\n# Tide tables\n\nRead the table.\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after ==
        "---\nname: example\ndescription: Formats tide tables. Use when asked.\n---\n\n# Tide tables\n\nRead the "
        "table.\n");
  CHECK(mended("---\nname: example\ndescription: Formats tide tables. Use when asked.\n\nRead the table.\n")
            .files.empty());
}

TEST_CASE("the same field twice goes once, and different ones are left to a person") {
  const std::string head = "---\nname: example\ndescription: Formats tide tables. Use when asked.\nlicense: MIT\n";
  const Mended result = mended(head + "license: 'MIT'\n---\n\nRead the table.\n");
  REQUIRE(result.files.size() == 1);
  CHECK(result.files[0].after == head + "---\n\nRead the table.\n");
  CHECK(mended(head + "license: ISC\n---\n\nRead the table.\n").files.empty());
  CHECK(mended(head + "license: MIT # ours\n---\n\nRead the table.\n").files.empty());
}

TEST_CASE("a change is shown as git shows it") {
  CHECK(diff_of({"Skill.md", "SKILL.md", "", "", false}, "./s/x") ==
        "diff --git a/s/x/Skill.md b/s/x/SKILL.md\nsimilarity index 100%\nrename from s/x/Skill.md\n"
        "rename to s/x/SKILL.md\n");
  CHECK(diff_of({"run.sh", "run.sh", "a\r\n", "a\n", true}, "s") ==
        "diff --git a/s/run.sh b/s/run.sh\nold mode 100644\nnew mode 100755\n--- a/s/run.sh\n+++ b/s/run.sh\n"
        "@@ -1 +1 @@\n-a\r\n+a\n");
}
