#include "lint/collisions.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

std::vector<Trigger> triggers_of(std::vector<std::string> descriptions) {
  std::vector<Trigger> triggers;
  for (std::string& text : descriptions) {
    const std::string name = "skill-" + std::to_string(triggers.size());
    triggers.push_back({"skills/" + name, name, std::move(text)});
  }
  return triggers;
}

}  // namespace

TEST_CASE("two descriptions of one thing collide, and the terms that they share are named") {
  const std::vector<Collision> found = find_collisions(triggers_of({
      "Extracts tables from PDF files. Use when the user has a PDF with tables.",
      "Reads tables out of PDF files. Use when the user wants PDF tables.",
      "Writes release notes from the git history. Use before a release.",
  }));
  REQUIRE(found.size() == 1);
  CHECK(found[0].first == 0);
  CHECK(found[0].second == 1);
  CHECK(found[0].likeness >= k_collision);
  CHECK(found[0].likeness <= 1);
  REQUIRE_FALSE(found[0].shared.empty());
  CHECK((found[0].shared[0] == "pdf" || found[0].shared[0] == "tables"));
}

TEST_CASE("the words that all descriptions use make no collision") {
  CHECK(find_collisions(triggers_of({
                            "Use this skill when the user asks for a weather forecast.",
                            "Use this skill when the user asks for tax advice.",
                            "Use this skill when the user asks for a chess opening.",
                        }))
            .empty());
}

TEST_CASE("copies of one skill are not compared, and empty descriptions are like nothing") {
  std::vector<Trigger> copies = triggers_of({"Prints harbour tide tables.", "Prints harbour tide tables."});
  CHECK(find_collisions(copies).size() == 1);
  copies[1].name = copies[0].name;
  CHECK(find_collisions(copies).empty());
  CHECK(find_collisions({}).empty());
  CHECK(find_collisions({{"a", "", ""}, {"b", "b", ""}}).empty());
}

TEST_CASE("scripts without blanks are compared by character") {
  const std::vector<Collision> found =
      find_collisions(triggers_of({"从PDF文件中提取表格数据", "提取PDF文件中的表格数据", "编写版本发布说明"}));
  REQUIRE(found.size() == 1);
  CHECK(found[0].second == 1);
}

TEST_CASE("a term that very many share does not make the number of pairs quadratic") {
  std::vector<std::string> descriptions;
  for (int i = 0; i < 5'000; ++i)
    descriptions.push_back("Deploys service number" + std::to_string(i) + " to kubernetes");
  CHECK(find_collisions(triggers_of(std::move(descriptions))).size() < 5'000 * 64);
}
