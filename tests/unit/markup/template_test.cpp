#include "markup/template.h"

#include "markup/policy.h"
#include "support/catch.h"

using namespace skillstow;

TEST_CASE("a template escapes what it is given", "[template]") {
  PageData view;
  view.set("parts", PageData::list());
  PageData part;
  part.set("text", "<script>alert('1')</script> & \"x\"").set("code", false);
  PageData list = PageData::list();
  list.add(part);
  view.set("parts", list);
  CHECK(fill_template("inline.html", view, Markup::html) ==
        "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;x&quot;\n");
}

TEST_CASE("what does not show is made visible, so that no text can hide or turn the page around", "[template]") {
  PageData list = PageData::list();
  list.add(PageData().set("text", "a\u202Eb\x1b[2J").set("code", true));
  CHECK(fill_template("inline.html", PageData().set("parts", list), Markup::html) ==
        "<code>a&lt;U+202E&gt;b&lt;U+001B&gt;[2J</code>\n");
}

TEST_CASE("an empty text counts as nothing there, and hides what stands around it", "[template]") {
  PageData place;
  place.set("place", PageData().set("text", "SKILL.md:3").set("href", ""));
  place.set("href", "https://example.org/");  // of the surroundings: not the place's own
  CHECK(fill_template("place.html", place, Markup::html) == "<span class=\"place\">SKILL.md:3</span>\n");
}

TEST_CASE("every template of the pages can be read", "[template]") {
  for (const EmbeddedFile& file : embedded_pages()) {
    if (!file.path.ends_with(".html") && !file.path.ends_with(".md")) continue;
    INFO(file.path);
    CHECK_FALSE(fill_template(file.path, PageData(), Markup::html).find("{{") != std::string::npos);
  }
}

TEST_CASE("the policy's hash is that of the bytes", "[template]") {
  CHECK(page_policy("") ==
        "default-src 'none'; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; base-uri 'none'; "
        "form-action 'none'");
}
