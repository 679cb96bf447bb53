#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "structure/structure_check.h"
#include "structure/structure_file.h"
#include "structure/structure_rules.h"
#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;

namespace {

// The blocks of YAML in a Markdown text.
std::vector<std::string> yaml_blocks(std::string_view text) {
  std::vector<std::string> blocks;
  constexpr std::string_view k_open = "```yaml\n";
  for (std::size_t at = text.find(k_open); at != std::string_view::npos; at = text.find(k_open, at + 1)) {
    const std::size_t begin = at + k_open.size();
    blocks.emplace_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return blocks;
}

std::vector<std::string_view> rules_found(const Structure& structure, std::string_view text) {
  std::vector<std::string_view> rules;
  for (const Diagnostic& found : check_structure(structure, test::skill_of(text))) rules.push_back(found.rule);
  return rules;
}

}  // namespace

TEST_CASE("each rule is documented, and its examples do what they say") {
  const Rule* last = nullptr;
  for (const Rule* rule : structure_rules()) {
    CAPTURE(rule->id);
    CHECK(rule->id.starts_with("structure-"));
    if (last != nullptr) CHECK(last->id < rule->id);
    last = rule;
    CHECK_FALSE(rule->summary.empty());
    CHECK_FALSE(rule->summary.ends_with('.'));
    CHECK(rule->why.ends_with('.'));
    const std::vector<std::string> blocks = yaml_blocks(rule->what);
    REQUIRE(blocks.size() == 1);
    const StructureFile file = read_structure(blocks[0]);
    CHECK(file.problems.empty());
    CHECK(rules_found(file.structure, rule->bad) == std::vector<std::string_view>{rule->id});
    CHECK(rules_found(file.structure, rule->good).empty());
  }
}

TEST_CASE("every rule that the sources name is documented") {
  std::size_t named = 0;
  for (const char* path : {"breaches", "numbering", "structure_check", "whole_skill"}) {
    const std::string text = read_file("src/structure/" + std::string(path) + ".cpp", 1 << 20).value();
    for (std::size_t at = text.find("\"structure-"); at != std::string::npos; at = text.find("\"structure-", at + 1)) {
      const std::string id = text.substr(at + 1, text.find('"', at + 1) - at - 1);
      CAPTURE(id);
      const auto rules = structure_rules();
      CHECK(std::any_of(rules.begin(), rules.end(), [&](const Rule* rule) { return rule->id == id; }));
      ++named;
    }
  }
  CHECK(named > structure_rules().size());
}

TEST_CASE("the examples of the reference are sound structure files") {
  const std::string text = read_file("docs/structure.md", 1 << 20).value();
  const std::vector<std::string> blocks = yaml_blocks(text);
  CHECK(blocks.size() >= 4);
  for (const std::string& block : blocks) {
    CAPTURE(block);
    for (const DocumentProblem& problem : read_structure(block).problems) FAIL_CHECK(problem.message);
  }
}

TEST_CASE("the reference names every rule") {
  const std::string text = read_file("docs/structure.md", 1 << 20).value();
  for (const Rule* rule : structure_rules()) {
    CAPTURE(rule->id);
    CHECK(text.find("`" + std::string(rule->id) + "`") != std::string::npos);
  }
}
