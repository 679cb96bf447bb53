#include <map>

#include "agents/predict.h"
#include "lint/fixer.h"
#include "rules/rule.h"
#include "support/catch.h"
#include "unit/rules/skill_text.h"

using namespace skillstow;
using namespace skillstow::test;

// The bad example of every rule that has a fix, put through fix.
namespace {

std::map<std::string_view, std::size_t> grave_by_rule(const Skill& skill) {
  std::map<std::string_view, std::size_t> rules;
  for (const Diagnostic& found : run_rules(skill))
    if (found.severity >= Severity::warning) ++rules[found.rule];
  return rules;
}

template <typename Do>
void for_each_mended(Do&& with) {
  for (const Rule* rule : all_rules()) {
    if (!rule->check || rule->fix == Fixable::no) continue;
    const Skill bad = skill_of(rule->bad);
    FixChoice choice;
    choice.unsafe = rule->fix == Fixable::unsafe;
    with(*rule, bad, mend(bad, choice), choice);
  }
}

}  // namespace

TEST_CASE("fix leaves nothing of a rule's bad example, and brings nothing new") {
  std::size_t rules = 0;
  for_each_mended([&](const Rule& rule, const Skill& bad, const Mended& mended, const FixChoice& choice) {
    ++rules;
    CAPTURE(rule.id, mended.skill.manifest.text);
    CHECK(mended.refused.empty());
    CHECK_FALSE(mended.files.empty());
    for (const AppliedFix& fix : mended.fixes) CHECK(fix.rule == rule.id);
    CHECK(mended.skill.frontmatter.yaml.parsed);
    for (const Diagnostic& left : run_rules(mended.skill)) CHECK(left.rule != rule.id);
    const auto before = grave_by_rule(bad);
    for (const auto& [id, count] : grave_by_rule(mended.skill)) {
      CAPTURE(id);
      CHECK(before.contains(id));
    }
    const Mended again = mend(mended.skill, choice);
    CHECK(again.files.empty());
    CHECK(again.fixes.empty());
  });
  CHECK(rules >= 20);
}

TEST_CASE("after a fix every agent loads the bad example, and sees what its good one says") {
  for_each_mended([](const Rule& rule, const Skill&, const Mended& mended, const FixChoice&) {
    for (const AgentVerdict& verdict : predict(mended.skill)) {
      CAPTURE(rule.id, verdict.agent, verdict.message, mended.skill.manifest.text);
      CHECK(verdict.loads);
      CHECK(verdict.name == mended.skill.folder);
    }
  });
}

TEST_CASE("without unsafe fixes the bad examples of rules that have no other are left alone") {
  for (const Rule* rule : all_rules()) {
    if (!rule->check || rule->fix != Fixable::unsafe) continue;
    CAPTURE(rule->id);
    CHECK(mend(skill_of(rule->bad)).files.empty());
  }
}

TEST_CASE("fix leaves the good examples alone") {
  for (const Rule* rule : all_rules()) {
    if (!rule->check) continue;
    CAPTURE(rule->id);
    FixChoice choice;
    choice.unsafe = true;
    CHECK(mend(skill_of(rule->good), choice).files.empty());
  }
}
