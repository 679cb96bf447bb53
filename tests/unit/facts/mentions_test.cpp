#include "facts/mentions.h"

#include "base/format.h"
#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

namespace {

using Lines = std::vector<std::string>;

// "9 missing scripts/a.sh" for each mention; the body starts at line 6.
Lines mentioned(std::string_view body) {
  const Skill skill = skill_of("---\nname: example\ndescription: Formats tide tables.\n---\n\n" + std::string(body));
  Lines found;
  for (const Mention& mention : find_mentions(skill, Documents(skill), FileIndex(skill))) {
    found.push_back(skillstow::format("{} {} {}", mention.line, mention.missing ? "missing" : "ok", mention.path));
  }
  return found;
}

constexpr std::string_view k_script = "=== scripts/collect.py ===\nprint(1)\n";

}  // namespace

TEST_CASE("bundled files that are named, and named ones that are not bundled") {
  CHECK(mentioned("1. Run `scripts/collect.py --fast` and then scripts/absent_one.sh.\n"
                  "2. Load `references/absent_two.md` when the user asks for limits.\n"
                  "3. Open `${CLAUDE_SKILL_DIR}/scripts/collect.py` and `{baseDir}/assets/none.json`.\n" +
                  std::string(k_script)) == Lines{"6 ok scripts/collect.py", "6 missing scripts/absent_one.sh",
                                                  "7 missing references/absent_two.md", "8 ok scripts/collect.py",
                                                  "8 missing assets/none.json"});
}

TEST_CASE("what is no mention of a bundled file") {
  CHECK(mentioned("Read `references/<topic>.md` or any `references/*.md`, references/{name}.md, references/NNN-x.md.\n"
                  "Change `src/app.ts`, `docs/plan.md`, `package.json`, config/x.yml in the user's project.\n"
                  "Use and/or, input/output, TCP/IP, 24/7, application/json, `origin/main` with care.\n"
                  "Settings: `~/.config/demo/settings.json`, `/etc/demo.conf`, $HOME/scripts/x.sh\n"
                  "Shared: `${CLAUDE_PLUGIN_ROOT}/references/x.md`, https://example.org/scripts/x.py\n"
                  "The folder references/sub and `scripts/collect.py`\n" +
                  std::string(k_script)) == Lines{"11 ok scripts/collect.py"});
}

TEST_CASE("scripts/ and assets/ are the user's unless the skill has them") {
  CHECK(mentioned("Then run `scripts/build.sh` and read `assets/logo.svg` and `references/gone.md`.\n") ==
        Lines{"6 missing references/gone.md"});
}

TEST_CASE("files that are to be made, examples and other skills' files are not missing") {
  CHECK(mentioned("Create `references/new.md` first. Then read `references/gone.md`.\n\n"
                  "For example `references/finance.md`.\n\n"
                  "Folders such as `references/a.md`\n\n"
                  "See the seo skill's `references/b.md`.\n\n"
                  "Check if `references/c.md` exists.\n\n"
                  "Run `references/script_name.py`, `references/your-notes.md`.\n") ==
        Lines{"6 missing references/gone.md"});
}

TEST_CASE("in fences, only what a shell would run can be missing") {
  CHECK(mentioned("```bash\npython3 scripts/gone.py --out assets/x.json > scripts/log.txt\n```\n\n"
                  "```yaml\npath: scripts/other.py\n```\n\n```\nscripts/collect.py\n```\n" +
                  std::string(k_script)) == Lines{"7 missing scripts/gone.py", "15 ok scripts/collect.py"});
}

TEST_CASE("a name without a folder is that of the only file that has it") {
  CHECK(mentioned("See `collect.py`, SKILL.md and `FORMS.md`.\n=== forms.md ===\nx\n" + std::string(k_script)) ==
        Lines{"6 ok scripts/collect.py", "6 missing FORMS.md"});
}

TEST_CASE("text of other Markdown files is read from where they stand") {
  CHECK(mentioned("# T\n=== references/a.md ===\nSee `b.md`, `../scripts/collect.py` and `references/b.md`.\n"
                  "=== references/b.md ===\nx\n" +
                  std::string(k_script)) == Lines{"1 ok references/b.md", "1 ok scripts/collect.py"});
}

TEST_CASE("a link's text and target are judged as a link") {
  CHECK(mentioned("[`scripts/gone.py`](scripts/gone.py)\n" + std::string(k_script)).empty());
}

TEST_CASE("underscores in prose do not cut a path") {
  CHECK(mentioned("Use scripts/my_long_name_x.py, please.\n=== scripts/my_long_name_x.py ===\nx\n") ==
        Lines{"6 ok scripts/my_long_name_x.py"});
}
