#include "parse/frontmatter.h"

#include "support/catch.h"

using namespace skillstow;
using State = Frontmatter::State;

TEST_CASE("the block stands between two lines of three dashes") {
  const std::string_view file = "---\nname: a\n---\n# Title\n---\nmore\n";
  const Frontmatter found = parse_frontmatter(file);
  CHECK(found.state == State::present);
  CHECK(slice(file, found.content) == "name: a\n");
  CHECK(file.substr(found.body) == "# Title\n---\nmore\n");
  REQUIRE(found.find("name"));
  CHECK(slice(file, found.find("name")->value.span) == "a");
}

TEST_CASE("a mark, CRLF and blanks behind the dashes do not hinder") {
  CHECK(parse_frontmatter("\xEF\xBB\xBF---\nname: a\n---\n").find("name")->value.text == "a");
  CHECK(parse_frontmatter("--- \r\nname: a\r\n---\t\r\nx").find("name")->value.text == "a");
  const std::string_view file = "\xEF\xBB\xBF---\r\nname: a\r\n---\r\n";
  CHECK(slice(file, parse_frontmatter(file).find("name")->key.span) == "name");
}

TEST_CASE("each trouble with the delimiters is told apart") {
  CHECK(parse_frontmatter("").state == State::missing);
  CHECK(parse_frontmatter("# Title\n\ntext\n").state == State::missing);
  CHECK(parse_frontmatter("> name: x\n> description: y\n").state == State::missing);
  CHECK(parse_frontmatter("../other/SKILL.md").note.find("symbolic link") != std::string::npos);

  const Frontmatter unclosed = parse_frontmatter("---\nname: a\n# Title\n");
  CHECK(unclosed.state == State::unclosed);
  CHECK(unclosed.closer.length == 0);

  const std::string_view four = "---\nname: a\n----\ntext\n";
  CHECK(parse_frontmatter(four).state == State::unclosed);
  CHECK(slice(four, parse_frontmatter(four).closer) == "----");

  for (const std::string_view before : {"\n", "<!-- note -->\n", "# Title\n", "```yaml\n"}) {
    CAPTURE(before);
    const std::string file = std::string(before) + "---\nname: a\ndescription: b\n---\n";
    const Frontmatter found = parse_frontmatter(file);
    CHECK(found.state == State::misplaced);
    CHECK(found.note.find("line 2") != std::string::npos);
    CHECK(found.opener.offset == before.size());
  }
  CHECK(parse_frontmatter("-----\nname: a\n---\n").state == State::misplaced);
  CHECK(parse_frontmatter("name: a\ndescription: b\n---\ntext\n").state == State::misplaced);
}

TEST_CASE("a rule further down in a file without frontmatter is no block") {
  CHECK(parse_frontmatter("# Title\n\nText\n\n---\n\nMore: text\n").state == State::missing);
}
