// Codex 0.171.0: what it answered.
#include "agents/loader/serde_codex.h"
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;
using skillstow::loader::CodexPolicy;
using skillstow::loader::serde_yaml_codex_policy;

namespace {

std::string codex(std::string_view bytes, std::string_view folder = "pdf") {
  return loaded(skillstow::loader::load_as_codex, bytes, folder);
}

bool listed(std::string_view openai_yaml) {
  const CodexPolicy policy = serde_yaml_codex_policy(openai_yaml);
  return policy.allow_implicit_invocation && policy.for_codex;
}

}  // namespace

TEST_CASE("Codex: delimiters are lines that are --- when trimmed, the first one the first line") {
  CHECK(codex(" --- \nname: a\ndescription: b\n\t---\t\n") == "a | b");
  CHECK(codex("---\r\nname: a\r\ndescription: b\r\n---\r\n") == "a | b");
  CHECK(codex("\n---\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing (told)");
  CHECK(codex("\xEF\xBB\xBF---\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing (told)");
  CHECK(codex("---\nname: a\ndescription: b\n----\n") == "refused: frontmatter-missing (told)");
  CHECK(codex("---\n---\n") == "refused: frontmatter-missing (told)");
}

TEST_CASE("Codex: the name is folded to one line, at most 64 code points, else the folder's") {
  CHECK(codex(with_fields("name: \" a\\n b \"\ndescription: c\n")) == "a b | c");
  CHECK(codex(with_fields("description: c\n")) == "pdf | c");
  CHECK(codex(with_fields("name: ''\ndescription: c\n"), "my  folder") == "my folder | c");
  CHECK(codex(with_fields("name: " + repeated("数", 64) + "\ndescription: c\n")) == repeated("数", 64) + " | c");
  CHECK(codex(with_fields("name: " + repeated("数", 65) + "\ndescription: c\n")) == "refused: name-length (told)");
}

TEST_CASE("Codex: the description is needed; its listing shows 1,024 code points of it") {
  CHECK(codex(with_fields("name: a\n")) == "refused: description-missing (told)");
  CHECK(codex(with_fields("name: a\ndescription: ' '\n")) == "refused: description-empty (told)");
  CHECK(codex(with_fields("name: a\ndescription: " + repeated("😀", 1024) + "\n")) == "a | " + repeated("😀", 1024));
  CHECK(codex(with_fields("name: a\ndescription: " + repeated("😀", 1025) + "\n")) ==
        "a | " + repeated("😀", 1021) + "...");
}

TEST_CASE("Codex: values that YAML refuses are put in quotes and tried again") {
  CHECK(codex(with_fields("name: a\ndescription: Use when: asked\n")) == "a | Use when: asked");
  CHECK(codex(with_fields("name: a\ndescription: [x] y\n")) == "a | [x] y");
  CHECK(codex(with_fields("name: a\ndescription: it's: b # why\n")) == "a | it's: b");
  CHECK(codex(with_fields("name: a\ndescription: %x\n")) == "refused: frontmatter-yaml (told)");
  CHECK(codex(with_fields("name: a\ndescription: one: b\n  two: c\n")) == "refused: frontmatter-yaml (told)");
}

TEST_CASE("Codex: a file that is not UTF-8 is refused") {
  CHECK(codex("---\nname: a\ndescription: b\n---\ncaf\xE9\n") == "refused: encoding (told)");
}

TEST_CASE("Codex: agents/openai.yaml can take a skill from the listing") {
  CHECK_FALSE(listed("policy:\n  allow_implicit_invocation: false\n"));
  CHECK_FALSE(listed("policy: {allow_implicit_invocation: False} # c\n"));
  CHECK_FALSE(listed("\xEF\xBB\xBF'policy':\r\n  \"allow_implicit_invocation\": false\r\n"));
  CHECK_FALSE(listed("policy:\n  products: [CHATGPT]\n"));
  CHECK_FALSE(listed("policy:\n  products: [chatgpt, atlas]\n"));
  CHECK(listed("policy:\n  allow_implicit_invocation: true\n"));
  CHECK(listed("policy:\n  allow_implicit_invocation: ~\n"));
  CHECK(listed("policy:\n  products: [CODEX, chatgpt]\n"));
  CHECK(listed("policy:\n  products: []\n"));
  CHECK(listed("policy: ~\n"));
  CHECK(listed(""));
}

TEST_CASE("Codex: an agents/openai.yaml that it cannot read forbids nothing") {
  for (const std::string_view fault :
       {"interface: 3\n", "dependencies: 3\n", "x: [\n", "interface: {display_name: [a]}\n", "policy: {products: 3}\n",
        "dependencies: {tools: [3]}\n"}) {
    INFO(fault);
    CHECK(listed(std::string(fault) + "policy:\n  allow_implicit_invocation: false\n"));
  }
  CHECK(listed("policy:\n  allow_implicit_invocation: false\n  allow_implicit_invocation: false\n"));
  CHECK(listed("policy:\n  allow_implicit_invocation: 'false'\n"));
  CHECK(listed("policy:\n  allow_implicit_invocation: false\n  products: [vim]\n"));
  CHECK_FALSE(serde_yaml_codex_policy("policy:\n  allow_implicit_invocation: no\n").error.empty());
}
