#include "facts/html.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("attributes are found in start tags of any form") {
  const std::string_view html = "<a HREF='x.md' class=big title=\"a > b\"><img src=a&amp;b.png/><br/></a>";
  const std::vector<HtmlAttribute> found = html_attributes(html, 100);
  REQUIRE(found.size() == 4);
  CHECK(found[0].tag == "a");
  CHECK(found[0].name == "href");
  CHECK(found[0].value == "x.md");
  CHECK(found[0].span == Span{109, 4});
  CHECK(found[1].value == "big");
  CHECK(found[2].value == "a > b");
  CHECK(found[3].tag == "img");
  CHECK(found[3].value == "a&b.png/");
}

TEST_CASE("comments, scripts and text hold no tags") {
  CHECK(html_attributes("<!-- <a href=x> --> 1 < 2 <3 </a href=y>").empty());
  CHECK(html_attributes("<script>'<a href=x>'</script>").empty());
  const auto after = html_attributes("<style>a</style><a href=z>");
  REQUIRE(after.size() == 1);
  CHECK(after[0].value == "z");
}

TEST_CASE("what is cut off ends with the text") {
  CHECK(html_attributes("<a href").empty());
  CHECK(html_attributes("<a href=").empty());
  const auto open = html_attributes("<a href=\"never closed");
  REQUIRE(open.size() == 1);
  CHECK(open[0].value == "never closed");
  CHECK(html_attributes("<!-- never closed <a href=x>").empty());
}
