#include "rules/frontmatter/name_form.h"

#include <string>

#include "support/catch.h"

using namespace skillstow::rules;

TEST_CASE("a name is 1 to 64 lower-case letters, digits and single hyphens between them") {
  CHECK(is_name("pdf"));
  CHECK(is_name("7zip-help"));
  CHECK(is_name("a"));
  CHECK(is_name(std::string(64, 'a')));
  CHECK_FALSE(is_name(""));
  CHECK_FALSE(is_name(std::string(65, 'a')));
  CHECK_FALSE(is_name("-tide"));
  CHECK_FALSE(is_name("tide-"));
  CHECK_FALSE(is_name("tide--tables"));
  CHECK_FALSE(is_name("Tide"));
  CHECK_FALSE(is_name("tide_tables"));
  CHECK_FALSE(is_name("café"));
  CHECK_FALSE(is_name("tide\ntables"));
}

TEST_CASE("the form of a name is found for a title, a path or a function's name") {
  CHECK(to_name("Tide Tables") == "tide-tables");
  CHECK(to_name("tide_tables") == "tide-tables");
  CHECK(to_name("tools/pdf") == "tools-pdf");
  CHECK(to_name("--Tide: Tables!--") == "tide-tables");
}

TEST_CASE("no name is guessed where letters would be lost, or none is left") {
  CHECK(to_name("café").empty());
  CHECK(to_name("数据").empty());
  CHECK(to_name("!!!").empty());
  CHECK(to_name("").empty());
  CHECK(to_name(std::string(65, 'a')).empty());
}
