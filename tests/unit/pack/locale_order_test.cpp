#include "pack/locale_order.h"

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("names are in the order of localeCompare") {
  // What Node 18 and later print for the sorted list.
  const std::vector<std::string> sorted = {"a b",      "a_b",    "a-b", "a.b", "a/B", "A/b", "ab",
                                           "aB",       "Ab",     "abc", "b1",  "b10", "b2",  "references/x.md",
                                           "SKILL.md", "skills", "z"};
  std::vector<std::string> names(sorted.rbegin(), sorted.rend());
  std::sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) { return locale_before(a, b); });
  CHECK(names == sorted);
  CHECK_FALSE(locale_before("a", "a"));
  CHECK(locale_before("z", "\u6f6e"));
}
