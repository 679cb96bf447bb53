#include "structure/content.h"

#include "base/line_index.h"
#include "support/catch.h"

using namespace skillstow;

namespace {

struct Found {
  bool content;
  NeedState state;
  std::uint32_t empty_item_line;
};

Found find(Need need, const std::string& text) {
  const Markdown markdown = parse_markdown(text);
  const NodeRange all{1, static_cast<std::uint32_t>(markdown.nodes.size())};
  const std::uint32_t item = find_empty_item(need, markdown, all);
  const std::uint32_t line = item == 0 ? 0 : LineIndex(text).line(markdown.nodes[item].span.offset);
  return {has_content(markdown, all), find_need(need, markdown, text, all), line};
}

Need a(Need::Kind kind, std::uint32_t at_least = 1) {
  Need need;
  need.kind = kind;
  need.at_least = at_least;
  return need;
}

Need list_of(Need::ListKind kind, std::uint32_t at_least = 1) {
  Need need = a(Need::Kind::list, at_least);
  need.list = kind;
  return need;
}

Need code_in(std::vector<std::string> languages) {
  Need need = a(Need::Kind::code);
  need.languages = std::move(languages);
  return need;
}

}  // namespace

TEST_CASE("headings, rules and comments alone are no content") {
  CHECK_FALSE(find(a(Need::Kind::paragraph), "### A\n\n---\n\n<!-- later -->\n").content);
  CHECK(find(a(Need::Kind::paragraph), "### A\n\nText.\n").content);
  CHECK(find(a(Need::Kind::paragraph), "<!-- later --> <b>now</b>\n").content);
}

TEST_CASE("a code block counts if it holds something") {
  CHECK(find(a(Need::Kind::code), "```\nls\n```\n").state.met);
  CHECK(find(a(Need::Kind::code), "    ls\n").state.met);
  CHECK(find(a(Need::Kind::code), "1. Run\n\n   ```\n   ls\n   ```\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::code), "```bash\n\n```\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::code), "Run `ls`.\n").state.met);
  CHECK(find(a(Need::Kind::code, 2), "```\nls\n```\n").state.found == 1);
}

TEST_CASE("a language is the first word of the info string") {
  CHECK(find(code_in({"bash", "sh"}), "```SH title=x\nls\n```\n").state.met);
  CHECK(find(code_in({"bash"}), "```bash,no_run\nls\n```\n").state.met);
  CHECK_FALSE(find(code_in({"bash"}), "```python\nls\n```\n").state.met);
  CHECK_FALSE(find(code_in({"bash"}), "```\nls\n```\n").state.met);
}

TEST_CASE("lists count by kind and by items with text, those inside items not at all") {
  CHECK(find(list_of(Need::ListKind::any), "- a\n").state.met);
  CHECK(find(list_of(Need::ListKind::bullet), "* a\n").state.met);
  CHECK_FALSE(find(list_of(Need::ListKind::ordered), "- a\n").state.met);
  CHECK(find(list_of(Need::ListKind::ordered, 2), "1. a\n2. b\n").state.met);
  CHECK_FALSE(find(list_of(Need::ListKind::ordered, 3), "1. a\n2. b\n3.\n").state.met);
  CHECK_FALSE(find(list_of(Need::ListKind::ordered), "- a\n  1. b\n").state.met);
  CHECK(find(list_of(Need::ListKind::bullet, 2), "- a\n\ntext\n\n- b\n- c\n").state.found == 2);
  CHECK(find(list_of(Need::ListKind::bullet), "- ![](a.png)\n").state.met);
}

TEST_CASE("an item without text is found") {
  CHECK(find(list_of(Need::ListKind::any), "1. a\n2.\n3. c\n").empty_item_line == 2);
  CHECK(find(list_of(Need::ListKind::any), "1. a\n2. b\n").empty_item_line == 0);
  CHECK(find(list_of(Need::ListKind::any), "- a\n- <!-- b -->\n").empty_item_line == 2);
  CHECK(find(list_of(Need::ListKind::ordered), "-\n").empty_item_line == 0);
}

TEST_CASE("tables are those of GitHub, counted by rows with text") {
  CHECK(table_rows("| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |") == 2);
  CHECK(table_rows("a | b\n--- | ---\n1 | 2") == 1);
  CHECK(table_rows("Ports:\n| a |\n|---|\n| 1 |") == 1);
  CHECK(table_rows("| a \\| b |\n|---|\n| 1 |") == 1);
  CHECK(table_rows("| a | b |\n|---|---|") == 0);
  CHECK(table_rows("| a | b |\n|---|---|\n|  |  |") == 0);
  CHECK(table_rows("| a | b |\n|---|\n| 1 | 2 |") == 0);
  CHECK(table_rows("| a | b |") == 0);
  CHECK(table_rows("") == 0);
  CHECK(find(a(Need::Kind::table), "| a |\n|---|\n| 1 |\n").state.met);
}

TEST_CASE("a paragraph stands outside of lists and is no table") {
  CHECK(find(a(Need::Kind::paragraph), "Text.\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::paragraph), "- Text.\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::paragraph), "| a |\n|---|\n| 1 |\n").state.met);
}

TEST_CASE("a link has a target") {
  CHECK(find(a(Need::Kind::link), "See [it](references/a.md).\n").state.met);
  CHECK(find(a(Need::Kind::link), "- [it][a]\n\n[a]: b.md\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::link), "See [it]().\n").state.met);
  CHECK_FALSE(find(a(Need::Kind::link), "See ![it](a.png).\n").state.met);
}

TEST_CASE("needs are described in words") {
  CHECK(describe(code_in({"bash", "sh", "zsh"})) == "a code block in bash, sh or zsh");
  CHECK(describe(list_of(Need::ListKind::ordered, 3)) == "an ordered list with at least 3 items");
  CHECK(describe(a(Need::Kind::table, 2)) == "a table with at least 2 rows");
  CHECK(describe(a(Need::Kind::link, 2)) == "at least 2 links");
}
