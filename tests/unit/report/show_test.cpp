#include "report/show.h"

#include "base/json.h"
#include "base/text.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

constexpr std::string_view k_skill =
    "---\nname: tide-tables\ndescription: \"  Prints tide tables.  \"\nlicense: MIT\nmetadata:\n  version: 1.10\n"
    "allowed-tools: Bash(jq:*) Read\n---\n"
    "# Tide tables\n\n## Step 1: Read\n\nSee [fields](references/fields.md#none), [gone](gone.md), scripts/run.sh and "
    "https://tides.example.gov/api.\nSet `TIDES_API_KEY`.\n\n## Step 2: Print\n\n```sh\njq . tides.json\n```\n"
    "=== references/fields.md ===\n# Fields\n=== scripts/run.sh ===\n#!/bin/sh\njq .\n=== old.txt ===\nx\n";

// What the functions say of a skill, without its being judged.
struct Shown {
  explicit Shown(std::string_view text) : skill(skill_of(text)), facts(collect_facts(skill)) {}

  std::string json() const { return show_json({skill, facts, judgement}); }
  std::string text(std::size_t width = 80, bool color = false) const {
    return show_text({skill, facts, judgement}, {color, width, true});
  }

  Skill skill;
  SkillFacts facts;
  Judgement judgement;
};

JsonValue parsed(const Shown& shown) {
  const Result<JsonValue> value = parse_json(shown.json());
  REQUIRE(value);
  return *value;
}

const JsonValue& at(const JsonValue& value, std::string_view key) {
  const JsonValue* found = value.find(key);
  INFO(key);
  REQUIRE(found != nullptr);
  return *found;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the JSON of show has the members that scripts rely on") {
  const Shown shown(k_skill);
  const JsonValue page = parsed(shown);
  for (const char* name : {"name",    "description", "path",        "frontmatter", "body",      "source",   "files",
                           "words",   "lines",       "sections",    "steps",       "lists",     "commands", "scripts",
                           "urls",    "credentials", "permissions", "dynamic",     "arguments", "links",    "mentions",
                           "orphans", "tokens",      "safety",      "licence",     "agents"}) {
    INFO(name);
    CHECK(page.find(name) != nullptr);
  }
  CHECK(at(page, "description").text == "Prints tide tables.");
  CHECK(at(page, "path").text == "skills/example");
  CHECK(at(at(at(page, "frontmatter"), "metadata"), "version").text == "1.10");
  CHECK(at(page, "source").kind == JsonValue::Kind::null);
  CHECK(at(page, "lines").text == "20");
  CHECK(at(page, "steps").items.size() == 2);
  CHECK(at(at(page, "steps").items[0], "number").text == "1");
  CHECK(at(at(page, "commands").items.at(0), "name").text == "jq");
  CHECK(at(at(page, "permissions"), "allowed_tools").items.size() == 2);
  CHECK(at(at(page, "credentials").items.at(0), "name").text == "TIDES_API_KEY");
  CHECK(at(at(page, "urls").items.at(0), "host").text == "tides.example.gov");
  CHECK(at(at(page, "links").items.at(0), "status").text == "ok");
  CHECK(at(at(page, "links").items.at(1), "status").text == "broken");
  CHECK(at(at(page, "mentions").items.at(0), "path").text == "scripts/run.sh");
  CHECK(at(page, "orphans").items.at(0).text == "old.txt");
  CHECK(at(at(page, "licence"), "spdx").text == "MIT");
  CHECK(at(at(at(page, "tokens"), "listing"), "rule").text == "8");  // 11 + 19 characters
}

TEST_CASE("a file without a readable block still has all members") {
  const JsonValue page = parsed(Shown("Just text.\n"));
  CHECK(at(page, "name").kind == JsonValue::Kind::null);
  CHECK(at(page, "description").kind == JsonValue::Kind::null);
  CHECK(at(page, "frontmatter").kind == JsonValue::Kind::null);
  CHECK(at(page, "body").text == "Just text.\n");
  CHECK(at(page, "licence").kind == JsonValue::Kind::null);
}

TEST_CASE("of a repeated key the first is written") {
  const Result<JsonValue> page = parse_json(Shown("---\nname: a\nname: b\ndescription: d\n---\n").json());
  REQUIRE(page);  // a repeated key would be an error
  CHECK(at(at(*page, "frontmatter"), "name").text == "a");
}

TEST_CASE("no output has the value of a secret") {
  const Shown shown(
      "---\nname: a\ndescription: d\nmetadata:\n  api_key: 9f8e7d6c5b4a39281706f5e4d3c2b1a0\n---\n"
      "Use https://bob:Zq8vN2rT7mK4pL1w@api.example.gov/x and ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8.\n");
  for (const std::string& text : {shown.json(), shown.text()}) {
    CHECK_FALSE(has(text, "9f8e7d6c"));
    CHECK_FALSE(has(text, "Zq8vN2rT"));
    CHECK_FALSE(has(text, "ghp_a1B2"));
  }
}

TEST_CASE("the page says what a person asks") {
  const std::string page = Shown(k_skill).text(100);
  CHECK(page.starts_with("Tide tables  tide-tables\nPrints tide tables.\n"));
  CHECK(has(page, "Works in 2 steps: Read → Print\n"));
  CHECK(has(page, "Calls jq\n"));
  CHECK(has(page, "used without asking you, where the agent honours it: Bash(jq:*), Read"));
  CHECK(has(page, "names 1 host: tides.example.gov"));
  CHECK(has(page, "TIDES_API_KEY: SKILL.md:14"));
  CHECK(has(page, "SKILL.md:13: gone.md is broken"));
  CHECK(has(page, "SKILL.md:13: references/fields.md#none has no such heading"));
  CHECK(has(page, "old.txt"));
  CHECK(has(page, "never named"));
}

TEST_CASE("a shell without limits is pointed out") {
  CHECK(
      has(Shown("---\nname: a\ndescription: d\nallowed-tools: Bash\n---\n").text(), "any shell command is among them"));
  CHECK_FALSE(has(Shown("---\nname: a\ndescription: d\nallowed-tools: Bash(jq:*)\n---\n").text(), "any shell command"));
}

TEST_CASE("the page keeps to the width, and has no colour unless it is asked for") {
  for (const std::size_t width : {40u, 60u, 80u, 200u}) {
    const std::string page = Shown(k_skill).text(width);
    CHECK_FALSE(has(page, "\x1B"));
    // Titles and tables of numbers need 62 columns.
    for (const std::string_view line : split_lines(page)) {
      INFO(line);
      CHECK(line.size() <= std::max<std::size_t>(width, 62) * 3);
    }
  }
  CHECK(has(Shown(k_skill).text(80, true), "\x1B[1mTide tables\x1B[0m"));
}

TEST_CASE("the skill's text cannot move the cursor") {
  const std::string page = Shown(
                               "---\nname: a\ndescription: \"x\\x1B[2Jy\\u202Ez\"\n---\n# "
                               "T\x1B]0;title\x07\n\n[a](g\x08one.md)\n=== a\x1B[1m.txt ===\nx\n")
                               .text();
  for (const char c : page) CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  CHECK_FALSE(has(page, "\xE2\x80\xAE"));
  CHECK(has(page, "<U+001B>"));
}
