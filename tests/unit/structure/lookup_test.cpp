#include "structure/lookup.h"

#include "parse/load.h"
#include "structure/structure_check.h"
#include "support/catch.h"
#include "tree/folder_tree.h"

using namespace skillstow;

TEST_CASE("a built-in structure is named") {
  CHECK(find_structure("fallback")->root.sections.size() == 6);
  const Error error = find_structure("falback").error();
  CHECK(error.kind == ErrorKind::usage);
  CHECK(error.message == "there is no built-in structure \"falback\"");
  CHECK(error.help == "did you mean \"fallback\"? For a file of your own give its path");
  CHECK(find_structure("zzzzzz").error().help ==
        "built in are fallback, minimal, reference, scripted, workflow; for a file of your own give its path, such as "
        "./house.yaml");
}

TEST_CASE("a team's own file is read by its path, and named after it") {
  const Result<Structure> house = find_structure("tests/structure/house.yaml");
  REQUIRE(house.has_value());
  CHECK(house->name == "house");
  const FolderTree tree("tests/structure/restart-queue");
  const Skill skill = load_skill(tree, "", "SKILL.md", "restart-queue", "restart-queue");
  for (const Diagnostic& found : check_structure(*house, skill)) FAIL_CHECK(found.message);
}

TEST_CASE("a file with faults is refused with all of them at their places") {
  const Error error = find_structure("tests/structure/broken.yaml").error();
  CHECK(error.kind == ErrorKind::bad_input);
  CHECK(error.path == "tests/structure/broken.yaml");
  CHECK(error.message ==
        "the structure file has 3 faults\n"
        "  tests/structure/broken.yaml:2:1: unknown key \"max-lines\"; did you mean \"max_lines\"?\n"
        "  tests/structure/broken.yaml:4:5: unknown key \"tilte\"; did you mean \"title\"?\n"
        "  tests/structure/broken.yaml:7:9: unknown content \"codes\"; did you mean \"code\"?");
}

TEST_CASE("a file that is not there is told as such") {
  CHECK(find_structure("tests/structure/nothing.yaml").error().kind == ErrorKind::not_found);
  CHECK(find_structure("tests/structure/").error().kind == ErrorKind::not_regular);
}
