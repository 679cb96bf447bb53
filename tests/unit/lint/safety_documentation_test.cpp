#include <algorithm>

#include "rules/rule.h"
#include "safety/scan.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;

namespace {

std::vector<Diagnostic> scan(std::string_view text) {
  std::vector<Diagnostic> found;
  scan_skill(test::skill_of(text), found);
  return found;
}

}  // namespace

TEST_CASE("the bad example of each safety rule is found, and the good one draws nothing") {
  std::size_t rules = 0;
  for (const Rule* rule : all_rules()) {
    if (rule->category != Category::safety) continue;
    ++rules;
    CAPTURE(rule->id);
    const std::vector<Diagnostic> bad = scan(rule->bad);
    CHECK(std::any_of(bad.begin(), bad.end(), [&](const Diagnostic& found) { return found.rule == rule->id; }));
    for (const Diagnostic& found : bad) {
      CAPTURE(found.message);
      CHECK(found.category == Category::safety);
      CHECK(found.risk != Risk::none);
      CHECK_FALSE(found.message.ends_with('.'));
      CHECK_FALSE(found.help.empty());
    }
    for (const Diagnostic& found : scan(rule->good)) {
      CAPTURE(found.rule, found.message);
      CHECK(found.risk == Risk::none);
    }
  }
  CHECK(rules == 16);  // the table of safety rules
}
