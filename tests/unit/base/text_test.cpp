#include "base/text.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("lines end at LF, CRLF and a lone CR, and a final end opens no line") {
  CHECK(split_lines("a\nb\r\nc\rd") == std::vector<std::string_view>{"a", "b", "c", "d"});
  CHECK(split_lines("a\n") == std::vector<std::string_view>{"a"});
  CHECK(split_lines("\n\n") == std::vector<std::string_view>{"", ""});
  CHECK(split_lines("").empty());
}

TEST_CASE("white space folds to single spaces") {
  CHECK(fold_space("  a \n\t b  ") == "a b");
  CHECK(fold_space(" \n ") == "");
}

TEST_CASE("what could move a terminal's cursor or hide itself is shown, not sent") {
  CHECK(visible("a\x1b[2Jb") == "a<U+001B>[2Jb");
  CHECK(visible("zero\u200Bwidth") == "zero<U+200B>width");
  CHECK(visible("\u202Eright to left") == "<U+202E>right to left");
  CHECK(visible(std::string_view("\xff", 1)) == "<0xFF>");
  CHECK(visible("über 日本") == "über 日本");
  CHECK(visible("abcdef", 3) == "abc…");
}

TEST_CASE("numbers and counts read well") {
  CHECK(grouped(7) == "7");
  CHECK(grouped(1234567) == "1,234,567");
  CHECK(counted(1, "file") == "1 file");
  CHECK(counted(1025, "file") == "1,025 files");
  CHECK(counted(2, "entry", "entries") == "2 entries");
}

TEST_CASE("splitting, joining and replacing keep empty parts") {
  CHECK(split("a//b/", '/') == std::vector<std::string_view>{"a", "", "b", ""});
  CHECK(join({"", "a", ""}, ",") == ",a,");
  CHECK(replace_all("aXXbX", "X", "yy") == "ayyyybyy");
  CHECK(replace_all("abc", "", "x") == "abc");
}
