// The four YAML readers side by side: what js-yaml 3.14.1 (OpenCode), js-yaml 4.1.1 (Gemini CLI), Bun 1.4.0 (Claude
// Code) and serde_yaml 0.9.34 (Codex, Copilot CLI) themselves answered. Where they differ, a skill loads in one agent
// and not in the next.
#include "agents/loader/bun_yaml.h"
#include "agents/loader/js_yaml.h"
#include "agents/loader/serde_codex.h"
#include "agents/loader/serde_yaml.h"
#include "support/catch.h"
#include "unit/agents/yaml_shown.h"

using namespace skillstow::loader;
using skillstow::test::shown;

namespace {

void check_same(std::string_view text, std::string_view value) {
  INFO(text);
  CHECK(shown(js_yaml_load(text, JsYaml::v3)) == value);
  CHECK(shown(js_yaml_load(text, JsYaml::v4)) == value);
  CHECK(shown(bun_yaml_parse(text)) == value);
  CHECK(shown(serde_yaml_value(text)) == value);
}

struct Row {
  std::string_view text;
  std::string_view v3;
  std::string_view v4;
  std::string_view bun;
  std::string_view serde;
};

void check_each(const Row& row) {
  INFO(row.text);
  CHECK(shown(js_yaml_load(row.text, JsYaml::v3)) == row.v3);
  CHECK(shown(js_yaml_load(row.text, JsYaml::v4)) == row.v4);
  CHECK(shown(bun_yaml_parse(row.text)) == row.bun);
  CHECK(shown(serde_yaml_value(row.text)) == row.serde);
}

}  // namespace

TEST_CASE("all readers agree on what frontmatter is mostly made of") {
  check_same("name: pdf\ndescription: Fill forms\n", R"({name: "pdf", description: "Fill forms"})");
  check_same("a: 'it''s'\nb: \"tab\\there\"\n", "{a: \"it's\", b: \"tab\there\"}");
  check_same("a: one # why\nb: # nothing\n", R"({a: "one", b: null})");
  check_same("a: |\n  one\n  two\n", "{a: \"one\ntwo\n\"}");
  check_same("a: >-\n  one\n  two\n\n  three\n", "{a: \"one two\nthree\"}");
  check_same("a: >+\n  one\n\n", "{a: \"one\n\n\"}");
  check_same("a: |2\n  b\n", "{a: \"b\n\"}");
  check_same("a: one\n  two\n", R"({a: "one two"})");
  check_same("a: [b, c]\nd: {e: f}\n", R"({a: ["b", "c"], d: {e: "f"}})");
  check_same("a:\n  - b\n  - c: d\n", R"({a: ["b", {c: "d"}]})");
  check_same("{a: b, c: d}\n", R"({a: "b", c: "d"})");
  check_same("? a\n: b\n", R"({a: "b"})");
  check_same("a : b\n", R"({a: "b"})");
  check_same("a:\tb\n", R"({a: "b"})");
  check_same("a: b\r\nc: d\r\n", R"({a: "b", c: "d"})");
  check_same("a: True\nb: ~\nc: -12\n", "{a: true, b: null, c: -12}");
  check_same("a: [yes, no, on]\n", R"({a: ["yes", "no", "on"]})");
  check_same("a: &x 1\nb: *x\n", "{a: 1, b: 1}");
  check_same("- a\n- b\n", R"(["a", "b"])");
  check_same("just text\n", R"("just text")");
  check_same("a:b\n", R"("a:b")");
  check_same("", "null");
  check_same("# only a comment\n", "null");
}

TEST_CASE("all readers refuse the faults that authors make most") {
  for (const std::string_view text : {
           "description: Use when: asked\n",
           "a: - b\n",
           "a: [b, c\n",
           "a: 'b\n",
           "a: \"b\" c\n",
           "a: \"x\\qy\"\n",
           "a: @b\n",
           "a: `b`\n",
           "a: %b\n",
           "a: *b\n",
           "a: b\nc\n",
           "a: b\n c: d\n",
           "a:\n  - b\n - c\n",
       }) {
    check_same(text, "refused");
  }
}

TEST_CASE("the readers differ in what a value is") {
  check_each({"a: 0o17\n", R"({a: "0o17"})", "{a: 15}", "{a: 15}", "{a: 15}"});
  check_each({"a: 017\n", "{a: 15}", "{a: 17}", "{a: 17}", R"({a: "017"})"});
  check_each({"a: 1_000\n", "{a: 1000}", "{a: 1000}", R"({a: "1_000"})", R"({a: "1_000"})"});
  check_each({"a: 0b11\n", "{a: 3}", "{a: 3}", R"({a: "0b11"})", "{a: 3}"});
  check_each({"a: 0x1F\n", "{a: 31}", "{a: 31}", "{a: 31}", "{a: 31}"});
  check_each({"a: 12:30:45\n", "{a: 45045}", R"({a: "12:30:45"})", R"({a: "12:30:45"})", R"({a: "12:30:45"})"});
  check_each({"a: 2024-01-02\n", "{a: other}", "{a: other}", R"({a: "2024-01-02"})", R"({a: "2024-01-02"})"});
  check_each({"a: !!str 1\n", R"({a: "1"})", R"({a: "1"})", R"({a: "1"})", R"({a: "1"})"});
  check_each({"a: !foo b\n", "refused", "refused", R"({a: "b"})", R"({a: !"b"})"});
  check_each({"a: !!binary aGk=\n", "{a: other}", "{a: other}", R"({a: "aGk="})", R"({a: "aGk="})"});
}

TEST_CASE("the readers differ in what they refuse") {
  check_each({"a: 1\na: 2\n", "refused", "refused", "{a: 2}", "refused"});
  check_each({"\ta: b\n", R"({a: "b"})", "refused", "refused", "refused"});
  check_each({"a:\n\tb: c\n", R"({a: null, b: "c"})", "refused", "refused", "refused"});
  check_each({"a: [b,, c]\n", R"({a: ["b", null, "c"]})", "refused", "refused", "refused"});
  check_each({"a: ? b\n", "{a: null, b: null}", "refused", "refused", "refused"});
  check_each({"a: b\n---\nc: d\n", "refused", "refused", R"([{a: "b"}, {c: "d"}])", "refused"});
  check_each({"<<: {a: 1}\nb: 2\n", "{a: 1, b: 2}", "{a: 1, b: 2}", "{a: 1, b: 2}", "{<<: {a: 1}, b: 2}"});
}

TEST_CASE("a refusal is told in the library's own words") {
  CHECK(serde_yaml_value("description: Use when: asked\n").error == "mapping values are not allowed in this context");
  CHECK(serde_yaml_value("a: 1\na: 2\n").error == "duplicate entry with key \"a\"");
  CHECK(js_yaml_load("a: 1\na: 2\n", JsYaml::v4).error == "duplicated mapping key");
}

TEST_CASE("Codex takes numbers and booleans for text, and passes over fields that it does not know") {
  const CodexFrontmatter typed = serde_yaml_codex("name: 1.10\ndescription: true\nother: {a: [1]}\nother: 2\n");
  CHECK(typed.error.empty());
  CHECK(typed.name == "1.10");
  CHECK(typed.description == "true");
  CHECK(serde_yaml_codex("name: a\nname: b\n").error.find("duplicate field `name`") != std::string::npos);
  CHECK(serde_yaml_codex("name: [a]\n").error.find("expected a string") != std::string::npos);
  CHECK_FALSE(serde_yaml_codex("metadata: text\n").error.empty());
  CHECK(serde_yaml_codex("metadata:\nname: a\n").error.empty());
  CHECK_FALSE(serde_yaml_codex("name: ~\n").name.has_value());
}

TEST_CASE("a version that looks like a number loses its last nought in JavaScript") {
  CHECK(shown(js_yaml_load("a: 1.10\n", JsYaml::v3)) == "{a: 1.1}");
  CHECK(shown(js_yaml_load("a: 1.10\n", JsYaml::v4)) == "{a: 1.1}");
  CHECK(shown(bun_yaml_parse("a: 1.10\n")) == "{a: 1.1}");
}

TEST_CASE("numbers are printed as JavaScript prints them") {
  CHECK(js_number(1.10) == "1.1");
  CHECK(js_number(100) == "100");
  CHECK(js_number(1e21) == "1e+21");
  CHECK(js_number(123456789012345680000.0) == "123456789012345680000");
  CHECK(js_number(0.000001) == "0.000001");
  CHECK(js_number(0.0000001) == "1e-7");
  CHECK(js_number(-0.0) == "0");
}

TEST_CASE("String() of JavaScript joins lists and hides maps") {
  const YamlTree tree = bun_yaml_parse("[a, [b, ~], {c: d}, 1.50]");
  REQUIRE(tree.ok());
  CHECK(js_string(tree, tree.nodes[tree.root]) == "a,b,,[object Object],1.5");
}
