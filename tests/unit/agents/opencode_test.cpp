// OpenCode 1.18.33: what it answered.
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;

namespace {

std::string opencode(std::string_view bytes) { return loaded(skillstow::loader::load_as_opencode, bytes); }

}  // namespace

TEST_CASE("OpenCode: --- opens at the first byte, a line that begins with --- closes, and nothing need close") {
  CHECK(opencode("--- \nname: a\ndescription: b\n--- x\n") == "a | b");
  CHECK(opencode("---\nname: a\ndescription: b\n") == "a | b");
  CHECK(opencode("\xEF\xBB\xBF---\nname: a\ndescription: b\n---\n") == "a | b");
  CHECK(opencode("----\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing");
  CHECK(opencode("\n---\nname: a\ndescription: b\n---\n") == "refused: frontmatter-missing");
}

TEST_CASE("OpenCode: a word behind the opening dashes names the language") {
  CHECK(opencode("---yaml\nname: a\ndescription: b\n---\n") == "a | b");
  CHECK(opencode("---json\n{\"name\": \"a\", \"description\": \"b\"}\n---\n") == "a | b");
  CHECK(opencode("---toml\nname = 'a'\n---\n") == "refused: frontmatter-yaml");
}

TEST_CASE("OpenCode: the name is text, the description text or absent") {
  CHECK(opencode(with_fields("name: a\n")) == "a | ");
  CHECK(opencode(with_fields("description: b\n")) == "refused: name-missing");
  CHECK(opencode(with_fields("name: 12\ndescription: b\n")) == "refused: name-type");
  CHECK(opencode(with_fields("name: a\ndescription: 1.10\n")) == "refused: description-type");
  CHECK(opencode(with_fields("name: a\ndescription: 2024-01-02\n")) == "refused: description-type");
  CHECK(opencode(with_fields("name: yes\ndescription: no\n")) == "yes | no");
}

TEST_CASE("OpenCode: values with colons that YAML refuses become block text; other faults are silent") {
  CHECK(opencode(with_fields("name: a\ndescription: Use when: asked\n")) == "a | Use when: asked");
  CHECK(opencode(with_fields("name: a\ndescription: @team\n")) == "refused: frontmatter-yaml");
  CHECK(opencode(with_fields("name: a\ndescription: b\nargument-hint: c: d\n")) == "refused: frontmatter-yaml");
  CHECK(opencode("\xEF\xBB\xBF" + with_fields("name: a\ndescription: Use when: asked\n")) ==
        "refused: frontmatter-yaml");
}

TEST_CASE("OpenCode: tabs and numbers are those of js-yaml 3") {
  CHECK(opencode(with_fields("name: a\nx:\n\ty: c\ndescription: b\n")) == "a | b");
  CHECK(opencode(with_fields("name: a\ndescription: 12:30\n")) == "refused: description-type");
  CHECK(opencode(with_fields("name: a\ndescription: 0o17\n")) == "a | 0o17");
}
