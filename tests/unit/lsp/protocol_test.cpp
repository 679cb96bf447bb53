#include "lsp/protocol.h"

#include "lsp/file_uri.h"
#include "support/catch.h"

using namespace skillstow;

TEST_CASE("characters count UTF-16 code units, lines from 0") {
  const SourceFile file("SKILL.md", "a\u00e9\U0001F600z\r\nx\ny");
  struct Place {
    std::size_t offset;
    ProtocolPosition position;
  };
  for (const Place& place : {Place{0, {0, 0}}, Place{1, {0, 1}}, Place{3, {0, 2}}, Place{7, {0, 4}}, Place{8, {0, 5}},
                             Place{10, {1, 0}}, Place{12, {2, 0}}, Place{13, {2, 1}}}) {
    const ProtocolPosition found = protocol_position(file, place.offset);
    CHECK(found.line == place.position.line);
    CHECK(found.character == place.position.character);
    CHECK(offset_of(file, place.position) == place.offset);
  }
}

TEST_CASE("a position beyond the end is the end") {
  const SourceFile file("SKILL.md", "ab\ncd");
  CHECK(offset_of(file, {0, 99}) == 2);
  CHECK(offset_of(file, {7, 0}) == 5);
  CHECK(protocol_position(file, 99).line == 1);
}

TEST_CASE("a position inside a surrogate pair is the end of its character") {
  const SourceFile file("SKILL.md", "\U0001F600x");
  CHECK(offset_of(file, {0, 1}) == 4);
}

TEST_CASE("file URIs and paths") {
  CHECK(path_of_uri("file:///a/b%20c/SKILL.md") == "/a/b c/SKILL.md");
  CHECK(path_of_uri("FILE://localhost/a/../b") == "/b");
  CHECK(path_of_uri("file:///%C3%A9") == "/\u00e9");
  CHECK_FALSE(path_of_uri("file://host/share/x"));
  CHECK_FALSE(path_of_uri("untitled:Untitled-1"));
  CHECK_FALSE(path_of_uri("file:///a%00b"));
  CHECK_FALSE(path_of_uri("file:relative"));
  CHECK(uri_of_path("/a b/\u00e9#") == "file:///a%20b/%C3%A9%23");
  CHECK(path_of_uri(uri_of_path("/odd %41?#/\u00fc")) == "/odd %41?#/\u00fc");
}
