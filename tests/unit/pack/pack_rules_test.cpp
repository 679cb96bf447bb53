#include "pack/pack_rules.h"

#include <set>
#include <string>

#include "pack/pack_list.h"
#include "pack/target_rules.h"
#include "pack/targets.h"
#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

// What packing the example for every target finds.
std::vector<Diagnostic> found_in(std::string_view example) {
  FoundSkill found;
  found.manifest_name = "SKILL.md";
  const PackList list = list_for_packing(*tree_of(example), found);
  std::vector<Diagnostic> all = list.problems;
  const Skill skill = skill_of(example);
  for (const Target& target : all_targets()) {
    const std::vector<Diagnostic> more = check_target(target, skill, list);
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

// The rules that were broken. That a plugin wants a version is said of every skill without one: of the examples of
// the other rules too.
std::set<std::string> broken_in(std::string_view example, std::string_view rule) {
  std::set<std::string> ids;
  for (const Diagnostic& finding : found_in(example)) {
    if (finding.rule != "pack-version" || rule == "pack-version") ids.emplace(finding.rule);
  }
  return ids;
}

}  // namespace

TEST_CASE("the bad example of a rule of packing draws it and no other, the good one nothing") {
  for (const Rule* rule : pack_rules()) {
    CAPTURE(rule->id);
    CHECK(broken_in(rule->bad, rule->id) == std::set<std::string>{std::string(rule->id)});
    CHECK(broken_in(rule->good, rule->id).empty());
  }
}

TEST_CASE("what packing says are sentences without a full stop, and help says what to do") {
  for (const Rule* rule : pack_rules()) {
    for (const Diagnostic& finding : found_in(rule->bad)) {
      CAPTURE(finding.message, finding.help);
      CHECK(finding.message.size() > 15);
      CHECK_FALSE(finding.message.ends_with('.'));
      CHECK(finding.help.size() > 5);
      CHECK_FALSE(finding.help.ends_with('.'));
    }
  }
}

TEST_CASE("rules of packing are listed by id and documented in full") {
  std::string_view last;
  for (const Rule* rule : pack_rules()) {
    CAPTURE(rule->id);
    CHECK(last < rule->id);
    last = rule->id;
    CHECK(rule->category == Category::files);
    CHECK_FALSE(rule->summary.ends_with('.'));
    for (const std::string_view text : {rule->what, rule->why, rule->source}) {
      CHECK(text.size() > 15);
      CHECK(text.ends_with('.'));
    }
  }
}
