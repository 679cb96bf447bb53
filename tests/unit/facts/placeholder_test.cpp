#include "facts/placeholder.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("patterns and stand-ins are no names") {
  for (const char* path : {"references/<topic>.md", "*.md", "{name}/x", "$DIR/x", "a/.../b", "ADR-NNN.md",
                           "YYYY-MM-DD.md", "docs/[slug].md", "a|b", "x/\xE2\x80\xA6/y", "TASK-XXXX.md"}) {
    INFO(path);
    CHECK(is_template(path));
  }
  for (const char* path : {"references/a.md", "SKILL.md", "MAXX.md", "scripts/XML.py", "a-b_c.d", "FOXXX.md"}) {
    INFO(path);
    CHECK_FALSE(is_template(path));
  }
}

TEST_CASE("names for the skill's own folder are taken off") {
  CHECK(without_skill_root("${CLAUDE_SKILL_DIR}/scripts/a.py") == "scripts/a.py");
  CHECK(without_skill_root("$SKILL_DIR/a") == "a");
  CHECK(without_skill_root("{baseDir}/assets/x") == "assets/x");
  CHECK(without_skill_root("{{skill_root}}/x") == "x");
  CHECK(without_skill_root("<path-to-skill>//x") == "x");
  CHECK(without_skill_root("${CLAUDE_PLUGIN_ROOT}/x") == "${CLAUDE_PLUGIN_ROOT}/x");
  CHECK(without_skill_root("{database}/x") == "{database}/x");
  CHECK(without_skill_root("skill/x") == "skill/x");
  CHECK(without_skill_root("{baseDir}") == "{baseDir}");
}
