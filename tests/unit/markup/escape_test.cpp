#include "markup/escape.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("Markup keeps no character that XML or HTML would take for its own") {
  CHECK(markup_escaped("a & b < c > \"d\" 'e'") == "a &amp; b &lt; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(markup_escaped("]]>") == "]]&gt;");
  CHECK(markup_escaped("one\ttwo\r\nthree") == "one&#9;two&#13;&#10;three");
  CHECK(markup_escaped("naïve 漢字 😀") == "naïve 漢字 😀");
}

TEST_CASE("What XML 1.0 forbids becomes the replacement character") {
  CHECK(markup_escaped(std::string_view("a\0b\x01\x1B", 5)) == "a\uFFFDb\uFFFD\uFFFD");
  CHECK(markup_escaped("\xEF\xBF\xBE") == "\uFFFD");  // U+FFFE
  CHECK(markup_escaped("x\xFFy\xC3(") == "x\uFFFDy\uFFFD(");
}

TEST_CASE("Markdown text stays text") {
  CHECK(markdown_escaped("a|b `c` *d* _e_ <f> [g](h)") == "a\\|b \\`c\\` \\*d\\* \\_e\\_ \\<f\\> \\[g\\](h)");
  CHECK(markdown_escaped("a\nb") == "a\\<U+000A\\>b");
  CHECK(markdown_escaped("plain words, 1.5 (two).") == "plain words, 1.5 (two).");
}

TEST_CASE("Nothing in Markdown text mentions, refers or links by itself") {
  CHECK(markdown_escaped("@octocat") == "@&#8203;octocat");
  CHECK(markdown_escaped("fixes #12") == "fixes #&#8203;12");
  CHECK(markdown_escaped("GH-12") == "GH-&#8203;12");
  CHECK(markdown_escaped("https://example.com") == "https:&#8203;//example.com");
  CHECK(markdown_escaped("WWW.example.com") == "WWW.&#8203;example.com");
}

TEST_CASE("Code in Markdown has a fence that its text cannot close") {
  CHECK(markdown_code("skills/x") == "`skills/x`");
  CHECK(markdown_code("a`b") == "``a`b``");
  CHECK(markdown_code("``") == "``` `` ```");
  CHECK(markdown_code("a|b") == "`a\\|b`");
  CHECK(markdown_code("").empty());
}

TEST_CASE("Paths become the paths of URIs") {
  CHECK(uri_path("skills/a b/SKILL.md") == "skills/a%20b/SKILL.md");
  CHECK(uri_path("a:b?c#d%e") == "a%3Ab%3Fc%23d%25e");
  CHECK(uri_path("é\xFF") == "%C3%A9%FF");
}

TEST_CASE("Workflow commands keep to one line and their properties apart") {
  CHECK(workflow_message("50% of a, b: c\r\nd") == "50%25 of a, b: c%0D%0Ad");
  CHECK(workflow_property("50% of a, b: c\n") == "50%25 of a%2C b%3A c%0A");
}
