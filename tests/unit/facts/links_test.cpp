#include "facts/links.h"

#include <algorithm>

#include "base/format.h"
#include "base/percent.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

constexpr std::string_view k_head = "---\nname: example\ndescription: Formats tide tables.\n---\n\n# Links\n\n";

std::vector<Link> links_of(const Skill& skill) { return find_links(skill, Documents(skill), FileIndex(skill)); }

// "ok references/a.md" for each link of a body, with the files that the text adds.
std::vector<std::string> judged(std::string_view body) {
  std::vector<std::string> found;
  const Skill skill = skill_of(std::string(k_head) + std::string(body));
  for (const Link& link : links_of(skill))
    found.push_back(skillstow::format("{} {}", name_of(link.status), link.target));
  return found;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a link is ok if its file or folder is in the skill") {
  CHECK(judged("[a](references/a.md) [b](./references//a.md) [c](references/a.md?plain=1#a) [d](references/) "
               "[e](references) [f](tage%20buch.md) ![g](<tage buch.md>) [h](a%41.md)\n"
               "=== references/a.md ===\n# A\n=== tage buch.md ===\nx\n=== a%41.md ===\nx\n") ==
        Lines{"ok references/a.md", "ok ./references//a.md", "ok references/a.md?plain=1#a", "ok references/",
              "ok references", "ok tage%20buch.md", "ok tage buch.md", "ok a%41.md"});
}

TEST_CASE("what leads elsewhere is not looked up") {
  CHECK(judged("[a](https://example.org/a.md) [b](mailto:a@example.org) [c](tel:+100) [d](//host/x) "
               "<https://example.org> [e](data:text/plain,x)\n") ==
        Lines{"external https://example.org/a.md", "external mailto:a@example.org", "external tel:+100",
              "external //host/x", "external https://example.org", "external data:text/plain,x"});
}

TEST_CASE("placeholders name no file yet") {
  CHECK(judged("[a](references/<topic>.md) [b](references/*.md) [c]({{path}}/x.md) [d](${DIR}/x.md) "
               "[e](docs/XXX.md) [f](.../x.md)\n") ==
        Lines{"external references/<topic>.md", "external references/*.md", "external {{path}}/x.md",
              "external ${DIR}/x.md", "external docs/XXX.md", "external .../x.md"});
}

TEST_CASE("the variable for the skill's own folder does name one") {
  CHECK(judged("[a]({baseDir}/a.md) [b](${CLAUDE_SKILL_DIR}/gone.md)\n=== a.md ===\nx\n") ==
        Lines{"ok {baseDir}/a.md", "broken ${CLAUDE_SKILL_DIR}/gone.md"});
}

TEST_CASE("links that work on one machine only are broken") {
  const Skill skill =
      skill_of(std::string(k_head) +
               "[a](file:///x/a.md) [b](/a.md) [c](C:\\x\\a.md) [d](references\\a.md) [e](~/a.md) []()\n"
               "=== a.md ===\nx\n=== references/a.md ===\nx\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 6);
  for (const Link& link : links) CHECK(link.status == LinkStatus::broken);
  CHECK(links[0].fault == LinkFault::file_url);
  CHECK(links[1].fault == LinkFault::absolute);
  CHECK(links[2].fault == LinkFault::drive);
  CHECK(links[3].fault == LinkFault::backslash);
  CHECK(links[4].fault == LinkFault::absolute);
  CHECK(links[5].fault == LinkFault::empty);
}

TEST_CASE("other letter case is another file on most systems") {
  const Skill skill = skill_of(std::string(k_head) +
                               "[a](FORMS.md) [b](References/a.md)\n"
                               "=== forms.md ===\nx\n=== references/A.md ===\nx\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 2);
  CHECK(links[0].status == LinkStatus::broken);
  CHECK(links[0].fault == LinkFault::spelling);
  CHECK(links[0].exists_as == "forms.md");
  CHECK(links[1].exists_as == "references/A.md");
}

TEST_CASE("a link that leaves the folder is gone after an install") {
  CHECK(judged("[a](../other/notes.md) [b](references/../../x.md) [c](../example/a.md) [d](references/../a.md)\n"
               "=== a.md ===\nx\n=== references/b.md ===\nx\n") ==
        Lines{"escapes ../other/notes.md", "escapes references/../../x.md", "ok ../example/a.md",
              "ok references/../a.md"});
}

TEST_CASE("every Markdown file's links are judged from where it stands") {
  const Skill skill =
      skill_of(std::string(k_head) +
               "=== references/a.md ===\n---\ntitle: A\n---\n\n[b](b.md) [root](references/b.md) [up](../SKILL.md)\n"
               "=== references/b.md ===\n# B\n=== notes.txt ===\n[not Markdown](x.md)\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 3);
  CHECK(links[0].source->path == "references/a.md");
  CHECK(links[0].line == 5);
  CHECK(links[0].status == LinkStatus::ok);
  CHECK(links[0].path == "references/b.md");
  CHECK(links[1].status == LinkStatus::broken);
  CHECK(links[1].fault == LinkFault::from_root);
  CHECK(links[1].suggestion == "b.md");
  CHECK(links[2].status == LinkStatus::ok);
}

TEST_CASE("nothing inside code is a link, and reference definitions are") {
  CHECK(judged("`[a](gone.md)` [text][ref] [ref]\n\n[ref]: real.md 'Title'\n\n```\n[b](gone.md)\n```\n\n"
               "    [c](gone.md)\n\n<!-- [d](gone.md) <a href=gone.md> -->\n\n| [e](gone.md) | x |\n|---|---|\n"
               "=== real.md ===\nx\n") == Lines{"ok real.md", "ok real.md", "broken gone.md"});
}

TEST_CASE("links in HTML count") {
  const Skill skill = skill_of(std::string(k_head) +
                               "<p>\n<a href=\"gone.md\">x</a>\n<img src='a.png'>\n</p>\n\nText <a href=a.png>y</a>\n"
                               "=== a.png ===\nx\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 3);
  CHECK(links[0].status == LinkStatus::broken);
  CHECK(links[0].line == 9);
  CHECK(slice(skill.manifest.text, links[0].span) == "gone.md");
  CHECK(links[1].image);
  CHECK(links[1].line == 10);
  CHECK(links[2].status == LinkStatus::ok);
}

TEST_CASE("fragments are looked up in Markdown files") {
  const Skill skill = skill_of(std::string(k_head) +
                               "[a](#links) [b](#nowhere) [c](a.md#second-part) [d](a.md#secnd-part) [e](a.py#L10) "
                               "[f](a.md#%C3%BC) [g](#)\n"
                               "=== a.md ===\n## Second part\n\n## \xC3\x9C\n=== a.py ===\nx\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 7);
  CHECK(links[0].status == LinkStatus::anchor);
  CHECK_FALSE(links[0].fragment_missing);
  CHECK(links[1].status == LinkStatus::anchor);
  CHECK(links[1].fragment_missing);
  CHECK_FALSE(links[2].fragment_missing);
  CHECK(links[3].status == LinkStatus::ok);
  CHECK(links[3].fragment_missing);
  CHECK(links[3].fragment_suggestion == "second-part");
  CHECK_FALSE(links[4].fragment_missing);
  CHECK_FALSE(links[5].fragment_missing);
  CHECK_FALSE(links[6].fragment_missing);
}

TEST_CASE("below a symbolic link nothing is known") {
  CHECK(judged("[a](shared/x.md) [b](shared)\n=== shared (link to ../shared) ===\n") ==
        Lines{"ok shared/x.md", "ok shared"});
}

TEST_CASE("a broken link says what was probably meant") {
  const Skill skill = skill_of(std::string(k_head) +
                               "[a](format) [b](docs/deep.md)\n"
                               "=== format.md ===\nx\n=== references/deep.md ===\nx\n");
  const std::vector<Link> links = links_of(skill);
  REQUIRE(links.size() == 2);
  CHECK(links[0].suggestion == "format.md");
  CHECK(links[1].suggestion == "references/deep.md");
}

TEST_CASE("percent codes") {
  CHECK(percent_decoded("a%20b%2Fc") == "a b/c");
  CHECK(percent_decoded("100%") == "100%");
  CHECK(percent_decoded("%zz%4") == "%zz%4");
  CHECK(percent_decoded("%c3%BC") == "\xC3\xBC");
}
