#include "base/line_index.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("lines and columns are 1-based, and columns count code points") {
  const std::string_view text = "é=x\r\nab\rc\n";
  const LineIndex index(text);
  CHECK(index.line_count() == 3);
  CHECK(index.position(text, 0).column == 1);
  CHECK(index.position(text, 2).column == 2);
  CHECK(index.position(text, text.find("ab")).line == 2);
  CHECK(index.position(text, text.find('c')).line == 3);
  CHECK(index.text_of(text, 1) == "é=x");
  CHECK(index.text_of(text, 2) == "ab");
  CHECK(index.text_of(text, 3) == "c");
  CHECK(index.start(9) == text.size());
}

TEST_CASE("an empty text has one line") {
  CHECK(LineIndex("").line_count() == 1);
  CHECK(LineIndex("").position("", 0).line == 1);
}
