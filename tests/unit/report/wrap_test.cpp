#include "report/wrap.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("words are kept whole and lines within the width") {
  CHECK(wrapped("one two three four", 18) == "one two three four\n");
  CHECK(wrapped("one two three fours", 18) == "one two three\nfours\n");
  CHECK(wrapped("  one\n\ttwo  ", 40) == "one two\n");
  CHECK(wrapped("", 40) == "\n");
}

TEST_CASE("lines after the first stand below the text of the first") {
  CHECK(wrapped("one two three four five six", 24, "name: ") == "name: one two three four\n      five six\n");
  CHECK(wrapped("x", 24, "\x1B[1mab\x1B[0m", 2) == "\x1B[1mab\x1B[0mx\n");
}

TEST_CASE("colours take up no room") {
  const std::string red = "\x1B[1;31mfour\x1B[0m";
  CHECK(wrapped("one two three " + red, 18) == "one two three " + red + "\n");
  CHECK(wrapped("one two three " + red + "s", 18) == "one two three\n" + red + "s\n");
  CHECK(wrapped("one two three four", 20, "  ", 4) == "  one two three\n    four\n");
  CHECK(wrapped("\x1B[2mabcdefghijklmnopqrst\x1B[0m", 16) == "\x1B[2mabcdefghijklmnop\nqrst\x1B[0m\n");
}

TEST_CASE("a word wider than a line is cut") {
  CHECK(wrapped("abcdefghijklmnopqrstuvwxyz", 16) == "abcdefghijklmnop\nqrstuvwxyz\n");
  CHECK(wrapped("aa abcdefghijklmnopqrstuvwxyz", 16) == "aa\nabcdefghijklmnop\nqrstuvwxyz\n");
}

TEST_CASE("columns are counted, not bytes") {
  const std::string han = "\xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E";  // three characters, six columns
  CHECK(padded(han, 8) == han + "  ");
  CHECK(padded("long", 2) == "long");
  CHECK(shortened(han, 6) == han);
  CHECK(shortened(han, 5) == "\xE6\x97\xA5\xE6\x9C\xAC\xE2\x80\xA6");
  CHECK(shortened("abc", 0).empty());
  CHECK(wrapped(han + han + han, 16) == han + han + "\xE6\x97\xA5\xE6\x9C\xAC\n\xE8\xAA\x9E\n");
}
