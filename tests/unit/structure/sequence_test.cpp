#include "structure/sequence.h"

#include "support/catch.h"

using skillstow::longest_rising;
using Numbers = std::vector<std::uint32_t>;
using Kept = std::vector<bool>;

TEST_CASE("a sequence in order stays as it is") {
  CHECK(longest_rising({}).empty());
  CHECK(longest_rising({1, 2, 3}) == Kept{true, true, true});
  CHECK(longest_rising({1, 1, 2, 2}) == Kept{true, true, true, true});
}

TEST_CASE("only what was moved falls out") {
  CHECK(longest_rising({0, 4, 1, 2, 3, 5}) == Kept{true, false, true, true, true, true});
  CHECK(longest_rising({1, 2, 3, 4, 5, 0}) == Kept{true, true, true, true, true, false});
  CHECK(longest_rising({5, 0, 1, 2, 3, 4}) == Kept{false, true, true, true, true, true});
}

TEST_CASE("of two that changed places the one that stands too early falls out") {
  CHECK(longest_rising({0, 2, 1, 3}) == Kept{true, false, true, true});
}
