#include "facts/orphans.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

using Paths = std::vector<std::string>;

Paths orphans(std::string_view body_and_files) {
  const Skill skill =
      skill_of("---\nname: example\ndescription: Formats tide tables.\n---\n\n" + std::string(body_and_files));
  const FileIndex index(skill);
  return find_orphans(skill, index, find_links(skill, Documents(skill), index));
}

}  // namespace

TEST_CASE("a file that nothing names is an orphan") {
  CHECK(orphans("[a](references/a.md), `scripts/b.py`\n=== references/a.md ===\nx\n=== scripts/b.py ===\nx\n"
                "=== scripts/old.py ===\nx\n") == Paths{"scripts/old.py"});
}

TEST_CASE("files named in named files are known, those named in unknown ones are not") {
  CHECK(orphans("[a](references/a.md)\n=== references/a.md ===\nSee [b](b.md).\n=== references/b.md ===\nx\n"
                "=== references/c.md ===\nSee d.md\n=== references/d.md ===\nx\n") ==
        Paths{"references/c.md", "references/d.md"});
}

TEST_CASE("imports name modules") {
  CHECK(orphans("Run `scripts/main.py` and `scripts/app.js`.\n"
                "=== scripts/main.py ===\nfrom lib.util import x\nimport helper\n"
                "=== scripts/lib/util.py ===\nx = 1\n=== scripts/helper.py ===\nx\n"
                "=== scripts/app.js ===\nconst y = require('./part');\n=== scripts/part.js ===\nx\n")
            .empty());
}

TEST_CASE("folders, globs and placeholders name what is in them") {
  CHECK(orphans("Look into `references/`, `templates/*.txt` and data/<country>/table.csv\n"
                "=== references/a.md ===\nx\n=== references/deep/b.md ===\nx\n=== templates/a.txt ===\nx\n"
                "=== templates/a.html ===\nx\n=== data/fr/table.csv ===\nx\n=== data/fr/other.csv ===\nx\n") ==
        Paths{"data/fr/other.csv", "templates/a.html"});
}

TEST_CASE("a word alone is no folder") {
  CHECK(orphans("Cite your references.\n=== references/a.md ===\nx\n") == Paths{"references/a.md"});
}

TEST_CASE("what tools and people read by themselves needs no name") {
  CHECK(orphans(
            "# T\n=== README.md ===\nSee extra.md\n=== extra.md ===\nx\n=== LICENSE.txt ===\nx\n=== .skill_id ===\nx\n"
            "=== scripts/__init__.py ===\n\n=== tests/test_a.py ===\nx\n=== agents/openai.yaml ===\nicon: "
            "./assets/i.svg\n"
            "=== assets/i.svg ===\nx\n=== package.json ===\n{}\n=== assets/logo.png ===\nx\n=== "
            "assets/example-small.svg ===\nx\n")
            .empty());
}

TEST_CASE("a skill inside the skill looks after its own files") {
  CHECK(orphans("# T\n=== inner/SKILL.md ===\nx\n=== inner/a.md ===\nx\n=== b.md ===\nx\n") == Paths{"b.md"});
}

TEST_CASE("other letter case and a wrong folder still say which file is meant") {
  CHECK(orphans("See FORMS.md and [x](docs/deep.md).\n=== forms.md ===\nx\n=== references/deep.md ===\nx\n").empty());
}

TEST_CASE("a link that leads in a circle is no file to be named") {
  CHECK(orphans("x\n=== a (link to b) ===\n=== b (link to a) ===\n").empty());
  CHECK(orphans("x\n=== references/up (link to ..) ===\n=== references/self (link to ./self) ===\n").empty());
  CHECK(orphans("x\n=== old.py ===\nx\n=== new.py (link to old.py) ===\n") == Paths{"new.py", "old.py"});
}
