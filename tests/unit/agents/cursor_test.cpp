// Cursor's documentation (cursor.com/docs/context/skills): what it asks for.
#include "support/catch.h"
#include "unit/agents/loader_shown.h"

using namespace skillstow::test;

namespace {

std::string cursor(std::string_view bytes) { return loaded(skillstow::loader::load_as_cursor, bytes); }

}  // namespace

TEST_CASE("Cursor: a name of lower-case letters, digits and hyphens that is the folder's, and a description") {
  CHECK(cursor(with_fields("name: pdf\ndescription: b\n")) == "pdf | b");
  CHECK(cursor(with_fields("name: other\ndescription: b\n")) == "refused: name-folder");
  CHECK(cursor(with_fields("name: PDF\ndescription: b\n")) == "refused: name-chars");
  CHECK(cursor(with_fields("description: b\n")) == "refused: name-missing");
  CHECK(cursor(with_fields("name: pdf\n")) == "refused: description-missing");
}

TEST_CASE("Cursor: the frontmatter stands between lines of --- and is YAML") {
  CHECK(cursor("name: pdf\n") == "refused: frontmatter-missing");
  CHECK(cursor("---\nname: pdf\ndescription: b\n") == "refused: frontmatter-close");
  CHECK(cursor(with_fields("name: pdf\ndescription: a: b\n")) == "refused: frontmatter-yaml");
}
