// The reader of plain frontmatter must agree with the agents' own readers wherever it answers.
#include "agents/loader/plain_block.h"

#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;
using skillstow::loader::LoaderInput;
using skillstow::loader::PreparedInput;
using skillstow::loader::read_plain_block;

TEST_CASE("plain frontmatter gives every agent what its own reader gives") {
  for (const std::string_view fields : {
           "name: pdf\ndescription: Fill forms\n",
           "name: \"pdf\"\ndescription: 'Fill \"forms\"'\n",
           "name: pdf\ndescription: >\n  one\n  two\n\n  three\nlicense: MIT\n",
           "name: pdf\ndescription: |\n  one\n\n  two\n",
           "name: pdf\ndescription: b\nmetadata:\n  author: me\n  version: 1.0\nallowed-tools:\n  - Read\n  - Bash\n",
           "# comment\nname: pdf\n\ndescription: Use 数据, 😀 and e.g. a:b\nuser-invocable: true\n",
       }) {
    INFO(fields);
    const std::string text = with_fields(fields);
    const PreparedInput prepared(text, "pdf");
    REQUIRE(prepared.input().plain != nullptr);
    LoaderInput slow = prepared.input();
    slow.plain = nullptr;
    for (const Loader load : {skillstow::loader::load_as_claude_code, skillstow::loader::load_as_codex,
                              skillstow::loader::load_as_cursor, skillstow::loader::load_as_gemini_cli,
                              skillstow::loader::load_as_github_copilot, skillstow::loader::load_as_opencode}) {
      const auto fast_verdict = load(prepared.input());
      const auto slow_verdict = load(slow);
      CHECK(fast_verdict.loads == slow_verdict.loads);
      CHECK(fast_verdict.name == slow_verdict.name);
      CHECK(fast_verdict.description == slow_verdict.description);
    }
  }
}

TEST_CASE("what any library reads in its own way is not plain") {
  for (const std::string_view fields : {
           "name: pdf\ndescription: a: b\n",
           "name: pdf\nname: pdf\n",
           "name: pdf\ndescription: yes # why\n",
           "name: pdf\ndescription: [a]\n",
           "name: pdf\r\ndescription: b\n",
           "name: pdf\ndescription: a\xC2\x85"
           "b\n",
           "name: pdf\ndescription: a\u2028b\n",
           "name: 12\ndescription: b\n",
           "name: pdf\ndescription: a --- b\n",
           "name: pdf\ndescription: \"a\\n\"\n",
           "name: pdf\ndescription: >2\n  a\n",
       }) {
    INFO(fields);
    CHECK_FALSE(read_plain_block(with_fields(fields)).has_value());
  }
  CHECK(read_plain_block(with_fields(repeated("k", 128) + ": b\n")).has_value());
  CHECK_FALSE(read_plain_block(with_fields(repeated("k", 129) + ": b\n")).has_value());
}
