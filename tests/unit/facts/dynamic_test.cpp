#include "facts/dynamic.h"

#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

Skill with_body(std::string_view body, std::string_view fields = "") {
  return skill_of("---\nname: example\ndescription: Formats tide tables.\n" + std::string(fields) + "---\n" +
                  std::string(body));
}

// "line:command", one a line.
std::string commands(std::string_view body) {
  std::string all;
  for (const DynamicCommand& found : find_dynamic_commands(with_body(body))) {
    all += std::to_string(found.line) + ":" + found.command + (found.in_code ? " (code)" : "") + "\n";
  }
  return all;
}

std::string replaced(std::string_view body, std::string_view fields = "") {
  std::string all;
  for (const ReplacedText& found : find_replaced_text(with_body(body, fields))) {
    all += (all.empty() ? "" : " ") + found.text;
  }
  return all;
}

}  // namespace

TEST_CASE("an inline command runs behind white space, wherever it stands") {
  CHECK(commands("!`git log -1`\n") == "5:git log -1\n");
  CHECK(commands("State: !`git status`, !` ls ` x\n\t!`pwd`\n") == "5:git status\n5:ls\n6:pwd\n");
  CHECK(commands("> !`a`\n\n- !`b`\n\n<!-- !`c` -->\n") == "5:a\n7:b\n9:c\n");
  CHECK(commands("x\xC2\xA0!`a` \xE3\x80\x80!`b`\n") == "5:a\n5:b\n");
  CHECK(commands("two !`echo\nlines` x\n") == "5:echo\nlines\n");
}

TEST_CASE("fences and code spans do not keep it from running") {
  CHECK(commands("```markdown\nDiff: !`gh pr diff $1`\n```\n") == "6:gh pr diff $1 (code)\n");
  CHECK(commands("Write `` !`command` `` so.\n") == "5:command (code)\n");
}

TEST_CASE("glued to other text it stays text") {
  CHECK(commands("Wow!`a` (!`b`) **!`c`** \"!`d`\" x:!`e` !!`f` \\!`g` ``!`h` `` ! `i` !`` j\n").empty());
  CHECK(commands("open !`never closed\n").empty());
}

TEST_CASE("a block runs as a whole") {
  CHECK(commands("```!\nuname -a\nls\n```\n") == "6:uname -a\nls\n");
  CHECK(commands("- ```!\n  ls\n  ```\n\n```! id ```\n") == "6:ls\n9:id\n");
  CHECK(commands("````markdown\n```!\nls\n```\n````\n") == "7:ls (code)\n");
  CHECK(commands("~~~!\nls\n~~~\n``` !\nls\n```\n```bash!\nls\n```\n").empty());
  CHECK(commands("```!\n\n```\n").empty());
  CHECK(commands("```!\nls\n").empty());
  CHECK(commands("```!\nls !`pwd`\n```\n") == "6:ls !`pwd`\n");
}

TEST_CASE("arguments are replaced everywhere in the body") {
  CHECK(replaced("$ARGUMENTS $ARGUMENTS[2] $ARGUMENTS[x] $ARGUMENTSX\n") ==
        "$ARGUMENTS $ARGUMENTS[2] $ARGUMENTS $ARGUMENTS");
  CHECK(replaced("$0 $1 a$2b-$10 `awk '{print $3}'`\n```sh\necho \"$4\" $@ $# ${5}\n```\n<!-- $6 -->\n") ==
        "$0 $1 $10 $3 $4 $6");
}

TEST_CASE("amounts of money are taken for arguments, unless a letter follows") {
  CHECK(replaced("$5, $1.42B, $1,000 and $50\xC2\xA0k\n") == "$5 $1 $1 $50");
  CHECK(replaced("$200K $1M $1_x\n").empty());
}

TEST_CASE("one backslash keeps the text") {
  CHECK(replaced("\\$1 \\$ARGUMENTS $\n").empty());
  CHECK(replaced("\\\\$1 $$2\n") == "$1 $2");
}

TEST_CASE("declared names are replaced as whole words") {
  CHECK(replaced("$issue $issues $issue[0] $issue-x ${issue} $branch $3\n", "arguments: issue branch 3\n") ==
        "$issue $issue $branch $3");
  CHECK(replaced("$a-b $a\n", "arguments: [a, a-b]\n") == "$a-b $a");
  CHECK(replaced("$issue\n").empty());
}

TEST_CASE("variables of the agent are replaced even behind a backslash") {
  CHECK(replaced("${CLAUDE_SKILL_DIR}/x \\${CLAUDE_SESSION_ID} $CLAUDE_SKILL_DIR ${CLAUDE_PLUGIN_ROOT} ${OTHER}\n") ==
        "${CLAUDE_SKILL_DIR} ${CLAUDE_SESSION_ID}");
  const auto found = find_replaced_text(with_body("a\n`$1`\n"));
  REQUIRE(found.size() == 1);
  CHECK(found[0].line == 6);
  CHECK(found[0].in_code);
  CHECK(found[0].kind == ReplacedText::Kind::numbered);
}
