// Copilot CLI 1.0.102: what it answered.
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;

namespace {

std::string copilot(std::string_view bytes, std::string_view folder = "pdf") {
  return loaded(skillstow::loader::load_as_github_copilot, bytes, folder);
}

}  // namespace

TEST_CASE("Copilot CLI: white space may follow the dashes, not precede them; a UTF-8 mark is taken away") {
  CHECK(copilot("--- \t\nname: a\ndescription: b\n---  \n") == "a | b");
  CHECK(copilot("\xEF\xBB\xBF---\nname: a\ndescription: b\n---") == "a | b");
  CHECK(copilot(" ---\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing (told)");
  CHECK(copilot("---\nname: a\ndescription: b\n ---\n") == "refused: frontmatter-missing (told)");
}

TEST_CASE("Copilot CLI: names are ASCII, at most 64 UTF-16 code units after trimming, blanks become hyphens") {
  CHECK(copilot(with_fields("name: ' My  Skill '\ndescription: b\n")) == "My-Skill | b");
  CHECK(copilot(with_fields("name: a.b:c_d-\ndescription: b\n")) == "a.b:c_d- | b");
  CHECK(copilot(with_fields("name: -a\ndescription: b\n")) == "refused: name-chars (told)");
  CHECK(copilot(with_fields("name: café\ndescription: b\n")) == "refused: name-chars (told)");
  CHECK(copilot(with_fields("name: " + repeated("a", 64) + "\ndescription: b\n")) == repeated("a", 64) + " | b");
  CHECK(copilot(with_fields("name: " + repeated("a", 65) + "\ndescription: b\n")) == "refused: name-length (told)");
  CHECK(copilot(with_fields("name: 12\ndescription: b\n")) == "refused: name-type (told)");
}

TEST_CASE("Copilot CLI: a name is trimmed as JavaScript does") {
  CHECK(copilot(with_fields("name: \"a\\ufeff\"\ndescription: b\n")) == "a | b");
  CHECK(copilot(with_fields("name: \"\\u2003a\"\ndescription: b\n")) == "a | b");
  CHECK(copilot(with_fields("name: \"\\x85a\"\ndescription: b\n")) == "refused: name-chars (told)");
}

TEST_CASE("Copilot CLI: a folder's name in place of a name is not trimmed") {
  CHECK(copilot(with_fields("description: b\n"), "my  pdf") == "my-pdf | b");
  CHECK(copilot(with_fields("description: b\n"), "pdf ") == "pdf- | b");
  CHECK(copilot(with_fields("description: b\n"), " pdf") == "refused: name-missing (told)");
}

TEST_CASE("Copilot CLI: a description has at most 1,024 UTF-16 code units; without one, three lines stand in") {
  CHECK(copilot(with_fields("name: a\ndescription: " + repeated("😀", 512) + "\n")) == "a | " + repeated("😀", 512));
  CHECK(copilot(with_fields("name: a\ndescription: " + repeated("😀", 513) + "\n")) ==
        "refused: description-length (told)");
  CHECK(copilot(with_fields("name: a\ndescription: ''\n")) == "a | ");
  CHECK(copilot(with_fields("name: a\ndescription:\n")) == "refused: description-empty (told)");
  CHECK(copilot(with_fields("name: a\n", "# T\n\none\n  two\nthree\nfour\n")) == "a | one two three");
}

TEST_CASE("Copilot CLI: the types of some other fields count") {
  const auto with = [](std::string_view line) {
    return copilot(with_fields("name: a\ndescription: b\n" + std::string(line) + "\n"));
  };
  CHECK(with("allowed-tools: [Read, Bash]") == "a | b");
  CHECK(with("allowed-tools: [Read, 1]") == "refused: allowed-tools-form (told)");
  CHECK(with("allowed-tools:") == "refused: allowed-tools-form (told)");
  CHECK(with("argument-hint: [file]") == "refused: frontmatter-yaml (told)");
  CHECK(with("argument-hint:") == "a | b");
  CHECK(with("user-invocable: yes") == "refused: frontmatter-yaml (told)");
  CHECK(with("disable-model-invocation: true") == "a | b");
  CHECK(with("metadata: 3") == "a | b");
}

TEST_CASE("Copilot CLI: a key without ? takes at most 1,024 bytes") {
  const auto with_key = [](const std::string& key) {
    return copilot(with_fields("name: a\ndescription: b\n" + key + ": c\n"));
  };
  CHECK(with_key(repeated("k", 1024)) == "a | b");
  CHECK(with_key(repeated("k", 1025)) == "refused: frontmatter-yaml (told)");
  CHECK(with_key(repeated("é", 512)) == "a | b");
  CHECK(with_key(repeated("é", 513)) == "refused: frontmatter-yaml (told)");
  CHECK(with_key("'" + repeated("😀", 255) + "'") == "a | b");
  CHECK(with_key("'" + repeated("😀", 256) + "'") == "refused: frontmatter-yaml (told)");
}

TEST_CASE("Copilot CLI: a file of 1 MiB is read, one above is refused") {
  const std::string start = with_fields("name: a\ndescription: b\n");
  CHECK(copilot(start + std::string((1u << 20) - start.size(), 'x')) == "a | b");
  CHECK(copilot(start + std::string((1u << 20) + 1 - start.size(), 'x')) == "refused: file-large (told)");
}
