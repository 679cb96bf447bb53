#include "facts/anchors.h"

#include "support/catch.h"

using namespace skillstow;

namespace {

struct Parsed {
  explicit Parsed(std::string text) : file("a.md", std::move(text)), markdown(parse_markdown(file.text)) {}
  Anchors anchors() const { return Anchors({&file, &markdown}); }

  SourceFile file;
  Markdown markdown;
};

}  // namespace

TEST_CASE("headings become ids as GitHub has it") {
  CHECK(heading_slug("When to Use") == "when-to-use");
  CHECK(heading_slug("Step 1: Write the file!") == "step-1-write-the-file");
  CHECK(heading_slug("Read & write") == "read--write");
  CHECK(heading_slug("snake_case and kebab-case") == "snake_case-and-kebab-case");
  CHECK(heading_slug("\xC3\x9C"
                     "ber uns") ==
        "\xC3\xBC"
        "ber-uns");
  CHECK(heading_slug("\xF0\x9F\x9A\x80 Start") == "-start");
}

TEST_CASE("a repeated heading gets a number") {
  const Parsed parsed("# Use\n\n## Use\n\n## Use\n");
  const Anchors anchors = parsed.anchors();
  CHECK(anchors.has("use"));
  CHECK(anchors.has("use-1"));
  CHECK(anchors.has("use-2"));
  CHECK_FALSE(anchors.has("use-3"));
}

TEST_CASE("what else a fragment can lead to") {
  const Parsed parsed(
      "## The `code_span` *way*\n\nText <a name=\"by-name\"></a> and <span id=by-id>x</span>.\n\n## Own {#own-id}\n\n"
      "<!-- <a id=\"commented\"></a> -->\n\n```html\n<a id=\"in-code\"></a>\n```\n");
  const Anchors anchors = parsed.anchors();
  CHECK(anchors.has("the-code_span-way"));
  CHECK(anchors.has("The-Code_Span-Way"));
  CHECK(anchors.has("by-name"));
  CHECK(anchors.has("by-id"));
  CHECK(anchors.has("own-id"));
  CHECK(anchors.has("user-content-by-id"));
  CHECK(anchors.has(""));
  CHECK(anchors.has("top"));
  CHECK_FALSE(anchors.has("commented"));
  CHECK_FALSE(anchors.has("in-code"));
  CHECK(anchors.nearest_to("by-nam") == "by-name");
}
