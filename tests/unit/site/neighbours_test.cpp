#include "site/neighbours.h"

#include "base/format.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using skillstow::test::skill_of;

namespace {

SkillEntry entry(std::string_view name, std::string_view description, std::string_view repository = "a/b") {
  SkillEntry one =
      entry_of(skill_of(format("---\nname: {}\ndescription: {}\n---\n# {}\n", name, description, name)), repository);
  one.path = format("{}/{}", repository, name);
  one.digest = one.path;
  return one;
}

std::vector<std::size_t> ids(const std::vector<Neighbour>& neighbours) {
  std::vector<std::size_t> all;
  for (const Neighbour& one : neighbours) all.push_back(one.skill);
  return all;
}

}  // namespace

TEST_CASE("similar skills share words, tags and commands, and say so", "[neighbours]") {
  std::vector<SkillEntry> entries = {entry("tides", "Prints tide tables of harbours from a csv file"),
                                     entry("letters", "Sorts letters by date"),
                                     entry("waves", "Prints wave heights of harbours from a csv file")};
  entries[0].commands = entries[2].commands = {"awk"};
  const std::vector<Neighbours> found = find_neighbours(entries);
  CHECK(ids(found[0].similar) == std::vector<std::size_t>{2});
  CHECK(ids(found[2].similar) == std::vector<std::size_t>{0});
  CHECK(found[1].similar.empty());
  const std::vector<std::string>& reasons = found[0].similar[0].reasons;
  CHECK(reasons[0].starts_with("both speak of "));
  CHECK(reasons[1] == "tags: csv");
  CHECK(reasons[2] == "both call awk");
}

TEST_CASE("of several repositories, similar skills are those of the others", "[neighbours]") {
  const std::vector<SkillEntry> entries = {entry("tides", "Prints tide tables of harbours", "a/b"),
                                           entry("tables", "Prints tide tables of harbours nicely", "a/b"),
                                           entry("waves", "Prints tide tables of harbours and waves", "c/d")};
  const std::vector<Neighbours> found = find_neighbours(entries);
  CHECK(ids(found[0].similar) == std::vector<std::size_t>{2});
  CHECK(found[0].same_place == std::vector<std::size_t>{1});
}

TEST_CASE("copies are told apart from similar skills", "[neighbours]") {
  std::vector<SkillEntry> entries = {entry("tides", "Prints tide tables of harbours"),
                                     entry("tides-again", "Prints tide tables of harbours")};
  entries[0].digest = entries[1].digest = "same";
  const std::vector<Neighbours> found = find_neighbours(entries);
  CHECK(found[0].copies == std::vector<std::size_t>{1});
  CHECK(found[0].similar.empty());
}

TEST_CASE("texts that differ in a few words are near copies", "[neighbours]") {
  std::string body;
  for (int i = 0; i < 300; ++i) body += format("word{} ", i * 7919 % 1000);
  const auto with = [&](std::string_view name, const std::string& text) {
    SkillEntry one = entry_of(skill_of(format("---\nname: {}\ndescription: x\n---\n{}\n", name, text)), "a/b");
    one.digest = name;
    return one;
  };
  const std::vector<Neighbours> found =
      find_neighbours({with("one", body), with("two", body + "and a few more words"), with("three", "another text")});
  CHECK(ids(found[0].near_copies) == std::vector<std::size_t>{1});
  CHECK(found[2].near_copies.empty());
}

TEST_CASE("many skills with the same words cost no more than their number", "[neighbours]") {
  std::vector<SkillEntry> entries;
  for (int i = 0; i < 3'000; ++i) entries.push_back(entry(format("tides-{}", i), "Prints tide tables of harbours"));
  const std::vector<Neighbours> found = find_neighbours(entries);
  CHECK(found.size() == entries.size());
}

TEST_CASE("tags are the author's, and the products that a description names", "[neighbours]") {
  CHECK(tags_of(skill_of(
            "---\nname: x\ndescription: Builds React pages with Docker\nmetadata:\n  tags: [Web, ui]\n---\n")) ==
        std::vector<std::string>{"docker", "react", "ui", "web"});
}
