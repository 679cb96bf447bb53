#include "parse/yaml.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

std::string at(std::string_view text, Span span) { return std::string(slice(text, span)); }

const YamlNode& field(const YamlDocument& document, std::string_view key) {
  const YamlNode* found = document.root.find(key);
  REQUIRE(found);
  return *found;
}

YamlProblemKind only_problem(std::string_view text) {
  const YamlDocument document = parse_yaml(text);
  REQUIRE(document.problems.size() == 1);
  return document.problems[0].kind;
}

}  // namespace

TEST_CASE("scalars keep their own text, and their spans hold them") {
  const std::string_view text =
      "name: pdf  # a comment\n"
      "version: 1.10\n"
      "quoted: \"a \\\"b\\\"\"\n"
      "single: 'it''s'\n"
      "folded: >-\n  one\n  two\n"
      "wrapped: one\n  two\n"
      "list: [a, \"b\"]\n"
      "map:\n  k: v\n"
      "empty:\n"
      "tilde: ~\n";
  const YamlDocument document = parse_yaml(text);
  REQUIRE(document.parsed);
  REQUIRE(document.problems.empty());
  CHECK(field(document, "name").text == "pdf");
  CHECK(at(text, field(document, "name").span) == "pdf");
  CHECK(field(document, "version").text == "1.10");
  CHECK(field(document, "quoted").text == "a \"b\"");
  CHECK(at(text, field(document, "quoted").span) == "\"a \\\"b\\\"\"");
  CHECK(at(text, field(document, "single").span) == "'it''s'");
  CHECK(field(document, "folded").text == "one two");
  CHECK(field(document, "folded").style == YamlNode::Style::folded);
  CHECK(at(text, field(document, "folded").span) == ">-\n  one\n  two");
  CHECK(field(document, "wrapped").text == "one two");
  CHECK(at(text, field(document, "wrapped").span) == "one\n  two");
  CHECK(at(text, field(document, "list").span) == "[a, \"b\"]");
  CHECK(field(document, "list").items[1].style == YamlNode::Style::double_quoted);
  CHECK(at(text, field(document, "map").span) == "k: v");
  CHECK(field(document, "empty").kind == YamlNode::Kind::null);
  CHECK(field(document, "empty").span.offset == text.find("empty:") + 6);
  CHECK(field(document, "tilde").kind == YamlNode::Kind::null);
  CHECK(at(text, field(document, "tilde").span) == "~");
}

TEST_CASE("CRLF and characters beyond ASCII do not shift spans") {
  const std::string_view text = "a: é\r\nb: \"x\"\r\n";
  const YamlDocument document = parse_yaml(text);
  REQUIRE(document.parsed);
  CHECK(field(document, "a").text == "é");
  CHECK(at(text, field(document, "b").span) == "\"x\"");
}

TEST_CASE("what a plain scalar is to other readers") {
  const auto type = [](std::string value) {
    const YamlDocument document = parse_yaml("k: " + value + "\n");
    return scalar_type(document.root.members.at(0).value);
  };
  CHECK(type("text") == ScalarType::text);
  CHECK(type("\"12\"") == ScalarType::text);
  CHECK(type("12306") == ScalarType::number);
  CHECK(type("1.10") == ScalarType::number);
  CHECK(type("1e3") == ScalarType::number);
  CHECK(type("0x1F") == ScalarType::number);
  CHECK(type(".inf") == ScalarType::number);
  CHECK(type("1.2.3") == ScalarType::text);
  CHECK(type("true") == ScalarType::boolean);
  CHECK(type("yes") == ScalarType::boolean_1_1);
  CHECK(type("2026-01-05") == ScalarType::date_1_1);
  CHECK(type("12:30") == ScalarType::number_1_1);
  CHECK(type("1_000") == ScalarType::number_1_1);
  CHECK(type("null") == ScalarType::null);
  CHECK(type("!!str 12") == ScalarType::text);
}

TEST_CASE("each way of breaking a value is told apart, at its place, with the quoted form") {
  const std::string_view colon = "description: Sorts files: big, small\n";
  const YamlDocument document = parse_yaml(colon);
  REQUIRE(document.problems.size() == 1);
  CHECK(document.problems[0].kind == YamlProblemKind::colon);
  CHECK(document.problems[0].span.offset == colon.find(": big"));
  CHECK(document.problems[0].quoted == "\"Sorts files: big, small\"");
  CHECK(at(colon, document.problems[0].value) == "Sorts files: big, small");

  CHECK(only_problem("a: one:\n  two\n") == YamlProblemKind::colon);
  CHECK(only_problem("a: one\n  two: three\n") == YamlProblemKind::colon);
  CHECK(only_problem("a: @x\n") == YamlProblemKind::reserved_start);
  CHECK(only_problem("a: `x`\n") == YamlProblemKind::reserved_start);
  CHECK(only_problem("a: 'don't'\n") == YamlProblemKind::after_quote);
  CHECK(only_problem("a: \"x\" and more\n") == YamlProblemKind::after_quote);
  CHECK(only_problem("a: [x] more\n") == YamlProblemKind::after_flow);
  CHECK(only_problem("a: [x, y\nb: 1\n") == YamlProblemKind::unclosed_flow);
  CHECK(only_problem("a: {x: 1\n") == YamlProblemKind::unclosed_flow);
  CHECK(only_problem("a: \"x\n") == YamlProblemKind::unclosed_quote);
  CHECK(only_problem("a: 'x\nb: 1\n") == YamlProblemKind::unclosed_quote);
  CHECK(only_problem("a:\n\tb: 1\n") == YamlProblemKind::tab);
  CHECK(only_problem("a: 1\nno key here\nb: 2\n") == YamlProblemKind::indentation);
  CHECK(only_problem("a: > text\n") == YamlProblemKind::after_block);
  CHECK(only_problem("a: *x\n") == YamlProblemKind::unknown_alias);
  CHECK(only_problem("a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> x\n") == YamlProblemKind::conflict_marker);
}

TEST_CASE("one fault does not hide the others, and sound fields are still known") {
  const YamlDocument document = parse_yaml("name: x\nbad: a: b\nalso: @y\nlast: z\n");
  CHECK_FALSE(document.parsed);
  REQUIRE(document.problems.size() == 2);
  CHECK(document.problems[0].kind == YamlProblemKind::colon);
  CHECK(document.problems[1].kind == YamlProblemKind::reserved_start);
  CHECK(field(document, "name").text == "x");
  CHECK(field(document, "last").text == "z");
  CHECK(field(document, "last").span.offset == 33);
}

TEST_CASE("a repeated key names the first one") {
  const std::string_view text = "a: 1\nb: 2\na: 3\n";
  const YamlDocument document = parse_yaml(text);
  REQUIRE(document.problems.size() == 1);
  CHECK(document.problems[0].kind == YamlProblemKind::duplicate_key);
  CHECK(document.problems[0].span.offset == 10);
  CHECK(document.problems[0].value.offset == 0);
}

TEST_CASE("an alias of a scalar has its text; one of a collection is a leaf") {
  const YamlDocument document = parse_yaml("a: &x hello\nb: *x\nc: &y [1]\nd: *y\n");
  CHECK(field(document, "b").text == "hello");
  CHECK(field(document, "d").kind == YamlNode::Kind::alias);
  REQUIRE(document.problems.size() == 1);
  CHECK(document.problems[0].kind == YamlProblemKind::alias_collection);
}

TEST_CASE("hostile blocks end in a problem, soon") {
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'z'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + ",*" + char(c - 1) + "]\n";
  CHECK_FALSE(parse_yaml(bomb).problems.empty());
  CHECK(only_problem("a: " + std::string(1000, '[')) == YamlProblemKind::too_deep);
  CHECK(only_problem("a: [" + std::string(30000, ',') + "]\n") != YamlProblemKind::duplicate_key);
  CHECK(only_problem(std::string(70000, 'x')) == YamlProblemKind::too_large);
  CHECK(only_problem(std::string("a: b\0c\n", 7)) == YamlProblemKind::syntax);
  CHECK(only_problem("a: \xff\n") == YamlProblemKind::syntax);
}

TEST_CASE("text is quoted so that it reads back the same") {
  for (const std::string text :
       {"plain", "a: b", "say \"hi\"", "back\\slash", "line\nbreak", "tab\t", "é 日本 😀", "\x7f"}) {
    CAPTURE(text);
    const YamlDocument document = parse_yaml("k: " + yaml_double_quoted(text) + "\n");
    REQUIRE(document.parsed);
    CHECK(field(document, "k").text == text);
  }
}
