#include "page/markdown_html.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

std::string html(std::string_view text) {
  return markdown_html(parse_markdown(text), text, [](std::string_view target) {
    return is_safe_address(target) ? LinkTarget{std::string(target), "", true} : LinkTarget{"", "refused", false};
  });
}

bool holds(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("headings move down by two levels and have ids", "[markdown_html]") {
  CHECK(html("# One\n") == "<h3 id=\"doc-one\">One</h3>\n");
  CHECK(html("##### Five\n") == "<h6 id=\"doc-five\">Five</h6>\n");
  CHECK(html("# A\n# A\n") == "<h3 id=\"doc-a\">A</h3>\n<h3 id=\"doc-a-1\">A</h3>\n");
}

TEST_CASE("raw HTML is shown as text", "[markdown_html]") {
  CHECK(html("<script>alert(1)</script>\n") ==
        "<pre class=\"raw\" tabindex=\"0\">&lt;script&gt;alert(1)&lt;/script&gt;</pre>\n");
  CHECK(html("a <b onclick=x>b</b>\n") ==
        "<p>a <code class=\"raw\">&lt;b onclick=x&gt;</code>b<code class=\"raw\">&lt;/b&gt;</code></p>\n");
}

TEST_CASE("links with unsafe addresses are none", "[markdown_html]") {
  for (const std::string_view target : {"javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "vbscript:x",
                                        "file:///etc/passwd", "//evil.example"}) {
    const std::string text = html("[x](" + std::string(target) + ")\n");
    INFO(text);
    CHECK_FALSE(holds(text, "href"));
    CHECK(holds(text, "no-link"));
  }
  CHECK(html("<https://example.org/?a=1&b=\"2\">\n").find("href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\"") !=
        std::string::npos);
}

TEST_CASE("an image is a link to it, and loads nothing", "[markdown_html]") {
  const std::string text = html("![a cat](https://example.org/cat.png)\n");
  CHECK(holds(text, ">Image: a cat</a>"));
  CHECK_FALSE(holds(text, "<img"));
  CHECK_FALSE(holds(html("[![a](https://e.org/a.png)](https://e.org/)\n"), "</a></a>"));
}

TEST_CASE("a table of pipes is a table", "[markdown_html]") {
  CHECK(html("| a | b |\n|---|:-:|\n| 1 | `x` |\n") ==
        "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">a</th><th "
        "scope=\"col\">b</th></tr></thead>\n"
        "<tbody>\n<tr><td>1</td><td><code>x</code></td></tr>\n</tbody></table></div>\n");
  CHECK_FALSE(holds(html("a | b\nc | d\n"), "<table>"));
}

TEST_CASE("elements end where they began, however deep the text nests", "[markdown_html]") {
  std::string deep;
  for (int i = 0; i < 5'000; ++i) deep += "> ";
  const std::string text = html(deep + "x\n");
  std::size_t opened = 0;
  std::size_t closed = 0;
  for (std::size_t at = 0; (at = text.find("<blockquote>", at)) != std::string::npos; ++at) ++opened;
  for (std::size_t at = 0; (at = text.find("</blockquote>", at)) != std::string::npos; ++at) ++closed;
  CHECK(opened == closed);
  CHECK(opened <= 64);
}

TEST_CASE("what does not show is made visible, but for what holds letters and emoji together", "[markdown_html]") {
  CHECK(html_text("a\u202Eb") == "a&lt;U+202E&gt;b");
  CHECK(html_text("\U0001F468\u200D\U0001F4BB") == "\U0001F468\u200D\U0001F4BB");
  CHECK(html_text("a\u200Db") == "a&lt;U+200D&gt;b");
  CHECK(html_text("x\n\ty") == "x\n\ty");
}
