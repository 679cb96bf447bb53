#include "install/skill_ignore.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE(".skillignore: names, folders, roots, and what is taken back") {
  const SkillIgnore ignore =
      SkillIgnore::parse("# drafts\n\ndrafts/\n*.csv\r\n!data/june.csv\n/README.md\ndata/**/raw\n");
  for (const char* path : {"drafts", "drafts/a.md", "x/drafts/b", "may.csv", "data/may.csv", "README.md", "data/raw",
                           "data/a/b/raw/x", ".skillignore"}) {
    CAPTURE(path);
    CHECK_FALSE(ignore.reason(path).empty());
  }
  for (const char* path : {"SKILL.md", "data/june.csv", "docs/README.md", "draft", "raw", "a.csv.md"}) {
    CAPTURE(path);
    CHECK(ignore.reason(path).empty());
  }
}
