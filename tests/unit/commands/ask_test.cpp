#include "commands/ask.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("an answer is read as numbers, names or all") {
  const std::vector<std::string> names = {"greet", "wave", "3d-print"};
  using Choice = std::vector<std::size_t>;
  CHECK(read_choice("1", names) == Choice{0});
  CHECK(read_choice(" 3, 1 ", names) == Choice{0, 2});
  CHECK(read_choice("wave 1,1", names) == Choice{0, 1});
  CHECK(read_choice("3d-print", names) == Choice{2});
  CHECK(read_choice("*", names) == Choice{0, 1, 2});
  CHECK(read_choice("", names) == Choice{});
  CHECK_FALSE(read_choice("0", names));
  CHECK_FALSE(read_choice("4", names));
  CHECK_FALSE(read_choice("1 x", names));
  CHECK_FALSE(read_choice("99999999999999999999", names));
}
