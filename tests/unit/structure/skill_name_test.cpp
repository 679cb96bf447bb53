#include "structure/skill_name.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("names by the specification are taken") {
  for (const char* name : {"a", "pdf-forms", "123", "x9", "a-b-c"}) {
    CAPTURE(name);
    CHECK(check_skill_name(name).has_value());
  }
  CHECK(check_skill_name(std::string(64, 'a')).has_value());
}

TEST_CASE("other names are refused with the reason and a better name") {
  struct Case {
    std::string name, message, help;
  };
  const Case cases[] = {
      {"", "the name is empty", "choose a name such as pdf-forms"},
      {"My Skill", "a name has only a-z, 0-9 and hyphens, and this one has \"M\"", "try my-skill"},
      {"pdf_forms", "a name has only a-z, 0-9 and hyphens, and this one has \"_\"", "try pdf-forms"},
      {"../evil", "a name has only a-z, 0-9 and hyphens, and this one has \".\"", "try evil"},
      {"caf\u00e9", "a name has only a-z, 0-9 and hyphens, and this one has \"\u00e9\"", "try caf"},
      {"-x-", "a name neither starts nor ends with a hyphen", "try x"},
      {"a--b", "a name has no two hyphens in a row", "try a-b"},
      {"\xff", "a name has only a-z, 0-9 and hyphens, and this one has \"<0xFF>\"", "choose a name such as pdf-forms"},
      {std::string(65, 'a'), "a name has at most 64 characters, and this one has 65", "try " + std::string(64, 'a')},
  };
  for (const Case& wrong : cases) {
    CAPTURE(wrong.name);
    const Result<void> checked = check_skill_name(wrong.name);
    REQUIRE_FALSE(checked.has_value());
    CHECK(checked.error().kind == ErrorKind::usage);
    CHECK(checked.error().message == wrong.message);
    CHECK(checked.error().help == wrong.help);
  }
}

TEST_CASE("a suggested name is always a good one, or none") {
  CHECK(suggested_skill_name("PDFForms") == "pdf-forms");
  CHECK(suggested_skill_name("MySkill2Go") == "my-skill2-go");
  CHECK(suggested_skill_name("don't panic!") == "dont-panic");
  CHECK(suggested_skill_name("___") == "");
  CHECK(suggested_skill_name(std::string(63, 'a') + "-b") == std::string(63, 'a'));
  for (const char* name : {"A B", "..x..", "Ünïcode names", "a/b\\c"}) {
    CAPTURE(name);
    CHECK(check_skill_name(suggested_skill_name(name)).has_value());
  }
}
