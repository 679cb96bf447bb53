#include "base/line_index.h"

#include "base/utf8.h"
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

TEST_CASE("columns of a long line are those counted from its start") {
  // Well-formed sequences of each length, ill-formed bytes, and more than three continuation bytes in a row.
  const std::string unit = "ab\u00e9\u20ac\U0001F600\x80\x80\x80\x80\x80\xF0\x9F\xE2\x82z\xC3";
  for (const std::string end : {"", "\n", "\r\nnext\n"}) {
    std::string line;
    while (line.size() < 30'000) line += unit;
    const std::string text = "first\n" + line + end;
    const LineIndex index(text);
    std::size_t column = 1;
    for (std::size_t at = 0; at < line.size(); at += decode_utf8(line, at).length, ++column) {
      const Position position = index.position(text, 6 + at);
      REQUIRE(position.line == 2);
      REQUIRE(position.column == column);
    }
  }
}
