#include "parse/markdown.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<const MarkdownNode*> all_of(const Markdown& markdown, NodeKind kind) {
  std::vector<const MarkdownNode*> found;
  for (const MarkdownNode& node : markdown.nodes) {
    if (node.kind == kind) found.push_back(&node);
  }
  return found;
}

}  // namespace

TEST_CASE("headings have their plain text, level and place") {
  const std::string_view file = "# A `b` *c*\n\nText\n\nSetext\n---\n";
  const Markdown markdown = parse_markdown(file);
  const auto headings = all_of(markdown, NodeKind::heading);
  REQUIRE(headings.size() == 2);
  CHECK(headings[0]->text == "A b c");
  CHECK(headings[0]->level == 1);
  CHECK(headings[1]->text == "Setext");
  CHECK(headings[1]->level == 2);
  CHECK(slice(file, headings[1]->span) == "Setext\n---");
}

TEST_CASE("code blocks know their fence, their content and whether they are closed") {
  const std::string_view file = "- item\n\n  ```sh title\n  ls -l\n  ```\n\n    indented\n\n~~~\nopen";
  const Markdown markdown = parse_markdown(file);
  const auto blocks = all_of(markdown, NodeKind::code_block);
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0]->info == "sh title");
  CHECK(blocks[0]->text == "ls -l\n");
  CHECK(slice(file, blocks[0]->content) == "  ls -l\n");
  CHECK(blocks[0]->fenced);
  CHECK(blocks[0]->closed);
  CHECK_FALSE(blocks[1]->closed);
  CHECK(slice(file, blocks[1]->content) == "open");
}

TEST_CASE("inlines are where their bytes are, also where cmark is wrong about it") {
  const std::string_view file =
      "See [one](a.md \"t\") and `code`,\n"
      "> quoted\nlazy [two](b.md) goes on\n"
      "\n"
      "- item\n     over-indented `span` and ![img](c.png)\n"
      "- <https://example.org> and [label][ref]\n"
      "\n"
      "[ref]: d.md\n";
  const Markdown markdown = parse_markdown(file);
  for (const MarkdownNode& node : markdown.nodes) {
    CAPTURE(node.text);
    CHECK(node.exact);
  }
  const auto links = all_of(markdown, NodeKind::link);
  REQUIRE(links.size() == 4);
  CHECK(slice(file, links[0]->span) == "[one](a.md \"t\")");
  CHECK(links[0]->info == "t");
  CHECK(slice(file, links[1]->span) == "[two](b.md)");
  CHECK(slice(file, links[2]->span) == "<https://example.org>");
  CHECK(slice(file, links[3]->span) == "[label][ref]");
  CHECK(links[3]->text == "d.md");
  CHECK(links[3]->reference);
  const auto codes = all_of(markdown, NodeKind::code_span);
  CHECK(slice(file, codes[0]->span) == "`code`");
  CHECK(slice(file, codes[1]->span) == "`span`");
  CHECK(slice(file, all_of(markdown, NodeKind::image)[0]->span) == "![img](c.png)");
  REQUIRE(markdown.definitions.size() == 1);
  CHECK(markdown.definitions[0].destination == "d.md");
}

TEST_CASE("spans count from the start of the file, past the frontmatter") {
  const std::string_view file = "---\nname: x\n---\n# Title\n";
  const Markdown markdown = parse_markdown(file, 16);
  CHECK(slice(file, all_of(markdown, NodeKind::heading)[0]->span) == "# Title");
}

TEST_CASE("items of ordered lists have the number as it is written") {
  const Markdown markdown = parse_markdown("1. a\n1. b\n5. c\n\n- x\n");
  const auto items = all_of(markdown, NodeKind::item);
  REQUIRE(items.size() == 4);
  CHECK(items[0]->start == 1);
  CHECK(items[1]->start == 1);
  CHECK(items[2]->start == 5);
}

TEST_CASE("definitions inside code are none") {
  CHECK(parse_markdown("```\n[a]: b.md\n```\n\n    [c]: d.md\n").definitions.empty());
}

TEST_CASE("hostile Markdown takes bounded time and no stack") {
  CHECK(parse_markdown(std::string(200'000, '>')).nodes.size() > 100);
  CHECK_FALSE(parse_markdown(std::string(100'000, '[')).nodes.empty());
  std::string images;
  for (int i = 0; i < 50'000; ++i) images += "![[]()";
  CHECK(parse_markdown(images).too_complex);
  CHECK(parse_markdown(std::string(2 << 20, 'a')).too_complex);
  CHECK_FALSE(parse_markdown(std::string(500'000, '`')).nodes.empty());
  CHECK_FALSE(parse_markdown(std::string("a\0b [x](y.md)", 13)).nodes.empty());
}
