// Claude Code 2.1.197: what it answered.
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;

namespace {

std::string claude(std::string_view bytes, std::string_view folder = "pdf") {
  return loaded(skillstow::loader::load_as_claude_code, bytes, folder);
}

}  // namespace

TEST_CASE("Claude Code: the opening dashes may have white space behind them, nothing before them") {
  CHECK(claude("--- \t\nname: a\ndescription: b\n---\n") == "a | b");
  CHECK(claude("---\n\n \nname: a\ndescription: b\n---\n") == "a | b");
  CHECK(claude("---\r\nname: a\r\ndescription: b\r\n---\r\n") == "a | b");
  CHECK(claude("\n---\nname: a\ndescription: b\n---\n") == "pdf | ---");
  CHECK(claude(" ---\nname: a\n---\n") == "pdf | ---");
  CHECK(claude("---yaml\nname: a\n---\n") == "pdf | ---yaml");
}

TEST_CASE("Claude Code: a UTF-8 mark hides the frontmatter") {
  CHECK(claude("\xEF\xBB\xBF---\nname: a\ndescription: b\n---\n") == "pdf | ---");
}

TEST_CASE("Claude Code: the first --- closes, wherever it stands") {
  CHECK(claude("---\nname: a\ndescription: one --- two\n---\nBody.\n") == "a | one");
  CHECK(claude("---\nname: a\ndescription: b\n --- x\n") == "a | b");
  CHECK(claude("---\nname: a\ndescription: b\n...\n") == "pdf | ---");
}

TEST_CASE("Claude Code: without a description the first line of the body is shown, cut to 100 UTF-16 code units") {
  CHECK(claude(with_fields("name: a\n", "\n\n## A title\nText.\n")) == "a | A title");
  CHECK(claude(with_fields("name: a\n", "\n#NoBlank\n")) == "a | #NoBlank");
  CHECK(claude(with_fields("name: a\n", "")) == "a | Skill");
  CHECK(claude(with_fields("name: a\n", repeated("x", 100))) == "a | " + repeated("x", 100));
  CHECK(claude(with_fields("name: a\n", repeated("x", 101))) == "a | " + repeated("x", 97) + "...");
  CHECK(claude(with_fields("name: a\n", repeated("😀", 50))) == "a | " + repeated("😀", 50));
}

TEST_CASE("Claude Code: numbers and booleans are descriptions, lists and maps are none") {
  CHECK(claude(with_fields("name: a\ndescription: 1.10\n")) == "a | 1.1");
  CHECK(claude(with_fields("name: a\ndescription: True\n")) == "a | true");
  CHECK(claude(with_fields("name: a\ndescription: 0x1F\n")) == "a | 31");
  CHECK(claude(with_fields("name: a\ndescription: 2024-01-02\n")) == "a | 2024-01-02");
  CHECK(claude(with_fields("name: a\ndescription: [b]\n")) == "a | Body line.");
  CHECK(claude(with_fields("name: a\ndescription: ~\n")) == "a | Body line.");
}

TEST_CASE("Claude Code: the name may be anything; an empty one is the folder's") {
  CHECK(claude(with_fields("name: [a, b]\ndescription: c\n")) == "a,b | c");
  CHECK(claude(with_fields("name: {a: b}\ndescription: c\n")) == "[object Object] | c");
  CHECK(claude(with_fields("name: ~\ndescription: c\n")) == "pdf | c");
  CHECK(claude(with_fields("name: Any Thing!\ndescription: c\n")) == "Any Thing! | c");
}

TEST_CASE("Claude Code: what YAML refuses is tried again with quotes") {
  CHECK(claude(with_fields("name: a\ndescription: Use when: asked\n")) == "a | Use when: asked");
  CHECK(claude(with_fields("name: a\ndescription: @team\n")) == "a | @team");
  CHECK(claude(with_fields("name: a\n\tdescription: b\n")) == "pdf | Body line.");
  CHECK(claude(with_fields("name: a\ndescription: one: b\n  two: c\n")) == "pdf | Body line.");
}

TEST_CASE("Claude Code: a file of 1,000,000 bytes is read, one above is passed over in silence") {
  const std::string start = with_fields("name: a\ndescription: b\n");
  CHECK(claude(start + std::string(1'000'000 - start.size(), 'x')) == "a | b");
  CHECK(claude(start + std::string(1'000'001 - start.size(), 'x')) == "refused: file-large");
}
