// Gemini CLI 0.61.0: what it answered.
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;

namespace {

std::string gemini(std::string_view bytes) { return loaded(skillstow::loader::load_as_gemini_cli, bytes); }

}  // namespace

TEST_CASE("Gemini CLI: --- and a line end are the first bytes; a line that begins with --- closes") {
  CHECK(gemini("---\r\nname: a\r\ndescription: b\r\n---\r\n") == "a | b");
  CHECK(gemini("---\nname: a\ndescription: b\n---- x\n") == "a | b");
  CHECK(gemini("--- \nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing");
  CHECK(gemini("\n---\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing");
  CHECK(gemini("---\nname: a\ndescription: b\n ---\n") == "refused: frontmatter-missing");
  CHECK(gemini("\xEF\xBB\xBF---\nname: a\ndescription: b\n---\n") == "refused: encoding");
}

TEST_CASE("Gemini CLI: both fields are needed, and may be empty texts") {
  CHECK(gemini(with_fields("name: a\n")) == "refused: description-missing");
  CHECK(gemini(with_fields("description: b\n")) == "refused: name-missing");
  CHECK(gemini(with_fields("name: ''\ndescription: ''\n")) == " | ");
}

TEST_CASE("Gemini CLI: what is no text, or no YAML, is read line by line") {
  CHECK(gemini(with_fields("name: a\ndescription: 1.10\n")) == "a | 1.10");
  CHECK(gemini(with_fields("name: a\ndescription: [b]\n")) == "a | [b]");
  CHECK(gemini(with_fields("name: a\ndescription: Use when: asked\n  and more\n")) == "a | Use when: asked and more");
  CHECK(gemini(with_fields("name: a\ndescription: 'b': c # d\n")) == "a | 'b': c # d");
  CHECK(gemini(with_fields("name: a\nname: c\ndescription: b\n")) == "c | b");
}

TEST_CASE("Gemini CLI: characters that no file name may have become hyphens in the name") {
  CHECK(gemini(with_fields("name: 'a:b/c<d>'\ndescription: b\n")) == "a-b-c-d- | b");
}

TEST_CASE("Gemini CLI: nothing is too long") {
  const std::string name = repeated("n", 300);
  CHECK(gemini(with_fields("name: " + name + "\ndescription: " + repeated("d", 5000) + "\n")) ==
        name + " | " + repeated("d", 5000));
}

TEST_CASE("Gemini CLI: text behind the closing --- loses the body") {
  const skillstow::loader::PreparedInput prepared("---\nname: a\ndescription: b\n--- x\nBody\n", "pdf");
  CHECK(skillstow::loader::load_as_gemini_cli(prepared.input()).body_lost);
}
